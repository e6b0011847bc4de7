import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

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
  const server = createServer((request, response) => {
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
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, queries, times };
}
