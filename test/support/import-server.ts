import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { join } from 'node:path';
import { type ImportOptions, importWorld } from '../../src/worlds/import/import-world.ts';
import { writeWorld } from '../../src/records/write-world.ts';
import { createTemporaryFolder } from './folders.ts';
import { listenOnFreePort } from './raw-http.ts';

/** A response of the proxy itself. */
export interface ProxyResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The query in a body; undefined if it is no request of GraphQL. */
function queryIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { query?: string }).query;
  } catch {
    return undefined;
  }
}

/** Starts a server that answers itself where `answer` returns a response, and else passes the request on. */
export async function startProxy(
  t: TestContext,
  upstream: string | undefined,
  answer: (query: string, index: number) => ProxyResponse | undefined,
) {
  const queries: string[] = [];
  const times: number[] = [];
  const { url } = await listenOnFreePort(t, (request, response) => {
    void (async () => {
      const body = await text(request);
      const query = queryIn(body);
      if (query !== undefined) times.push(performance.now());
      const own = query === undefined ? undefined : answer(query, queries.push(query) - 1);
      if (own) return void response.writeHead(own.status, own.headers).end(own.body);
      if (upstream === undefined) return void response.writeHead(404).end();
      const { method = 'GET' } = request;
      const headers = { 'Content-Type': 'application/json' };
      const passed = await fetch(upstream, {
        method,
        redirect: 'manual',
        ...(method === 'POST' && { headers, body }),
      });
      response.writeHead(passed.status, headers).end(await passed.text());
      // A test may end while a request that it has interrupted is still sent.
    })().catch(() => response.destroy());
  });
  return { url: `${url}/api`, queries, times };
}

/** The options of an import from a URL as fast as the server can. */
export const importOptions = (url: string, options: Partial<ImportOptions> = {}): ImportOptions => ({
  url,
  environment: {},
  requestIntervalMs: 0,
  timeoutMs: 20_000,
  spaces: [],
  keepNames: true,
  signal: new AbortController().signal,
  firstWaitMs: 1,
  ...options,
});

/** Imports from a URL. Returns what was read, and the folder with the world. */
export async function importFrom(t: TestContext, url: string, options: Partial<ImportOptions> = {}) {
  const result = await importWorld(importOptions(url, options));
  const folder = join(createTemporaryFolder(t), 'world');
  writeWorld(folder, { ...result.world.files, 'import-report.txt': result.report });
  return { ...result, folder };
}
