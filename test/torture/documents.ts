import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { parse } from 'graphql';
import { queryWithUnknownNames } from '../../src/control/upstream/forwarding.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { shareExecutor } from '../../src/server/executors.ts';
import { createShadow } from '../../tools/shadow/shadow.ts';
import { validateFormOf } from '../../tools/shadow/validate-form.ts';
import { countWrites, findsMutation } from '../support/ambiguous-documents.ts';
import { startControlServer } from '../support/control-server.ts';
import { demoCredentials } from '../support/shadow.ts';
import { readAllBytes } from '../support/upstream-server.ts';
import { type RandomRequest, randomRequests } from './random-documents.ts';
import type { Torture } from './torture.ts';

const dialectName = 'decidim-0.32';

/** What a deployment would do with a document: a problem if it writes, for either grammar or for a scan without one. */
const problemsOf = (query: string, request: RandomRequest): string[] =>
  countWrites(query) > 0 || findsMutation(query)
    ? [`a mutation arrives: ${JSON.stringify(query)} of ${JSON.stringify(request)}`]
    : [];

/** Whether graphql-js finds nothing but queries. */
function hasOnlyQueries(query: string): boolean {
  try {
    return parse(query).definitions.every((each) => !('operation' in each) || each.operation === 'query');
  } catch {
    return false;
  }
}

/** Random documents, of which no mutation may reach the deployment behind `--upstream` and `--shadow`. */
export const documents: Torture = async ({ random, isShort }) => {
  const dialect = await loadServerDialect(dialectName);
  const { schema } = shareExecutor(dialect, 'mock');
  const seed = Math.floor(random() * 2 ** 31);
  const requests = fc.sample(randomRequests, { numRuns: isShort ? 4000 : 100_000, seed });
  const counts = {
    'queries for graphql-js': 0,
    'of them, would write elsewhere': 0,
    'sent by the upstream': 0,
    'sent by the shadow': 0,
  };
  const problems: string[] = [];
  for (const request of requests) {
    const isHarmless = hasOnlyQueries(request.query);
    if (isHarmless) counts['queries for graphql-js'] += 1;
    if (isHarmless && countWrites(request.query) > 0) counts['of them, would write elsewhere'] += 1;
    const query = queryWithUnknownNames(schema, request);
    const form = validateFormOf(request, schema);
    if (query !== undefined) counts['sent by the upstream'] += 1;
    if ('query' in form) counts['sent by the shadow'] += 1;
    for (const sent of [query, 'query' in form ? form.query : undefined])
      if (sent !== undefined) problems.push(...problemsOf(sent, request));
  }
  if (counts['of them, would write elsewhere'] === 0) problems.push('no document is read in different ways');
  const overHttp = await sendOverHttp(requests.slice(0, isShort ? 300 : 3000));
  return {
    summary: `${requests.length} documents, seed ${seed}`,
    counts: { ...counts, 'requests over HTTP': overHttp.sent, 'arrived over HTTP': overHttp.arrived },
    problems: [...problems, ...overHttp.problems],
  };
};

/** Sends requests to a stand-in beside a deployment that is its upstream, and the one that it compares with. */
async function sendOverHttp(requests: readonly RandomRequest[]) {
  const closing: (() => unknown)[] = [];
  const t = { after: (close: () => unknown) => void closing.push(close) } as Parameters<typeof startControlServer>[0];
  const received: string[] = [];
  const server = createServer(async (message, response) => {
    received.push((await readAllBytes(message)).toString());
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const dialect = await loadServerDialect(dialectName);
    const { schema } = shareExecutor(dialect, 'mock');
    const live = { url: `${origin}/api`, dialect: dialectName, schema, environment: demoCredentials, rate: 1000 };
    const shadow = createShadow(live);
    const { send } = await startControlServer(t, {
      serverDialect: dialect,
      shadow,
      upstream: origin,
      upstreamWrites: true,
    });
    for (const request of requests) {
      await send('POST', '/api', request, { authorization: 'Bearer admin-token' });
      // At most a hundred wait.
      while (isBusy(shadow)) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    shadow.close();
  } finally {
    for (const close of closing) await close();
    server.closeAllConnections();
    server.close();
  }
  const problems = received.flatMap((body) => {
    const request = JSON.parse(body) as RandomRequest;
    return problemsOf(request.query, request);
  });
  return { sent: requests.length, arrived: received.length, problems };
}

function isBusy(shadow: ReturnType<typeof createShadow>): boolean {
  const { observed, compared, notSent, dropped, failed } = shadow.report().counts;
  return observed > compared + notSent + dropped + failed;
}
