import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { createOpenApiValidator, startControlServer } from '../support/control-server.ts';
import type { Torture } from './torture.ts';
import type { OpenApi } from '../../src/control/api/openapi.ts';

/** A request whose body does not follow the schema of its operation, or which names what is not there. */
interface BadRequest {
  method: string;
  path: string;
  /** The text of the body. */
  body: string | undefined;
}

type Schema = Record<string, unknown>;

/** A valid body for each operation that takes one. */
const validBodies: Record<string, unknown> = {
  createSession: {},
  importState: { 'organization.json': [] },
  createToken: { user: 2, expiresIn: 'PT5M' },
  setClock: { mode: 'fixed', time: '2027-01-01T00:00:00Z' },
  advanceClock: { by: 'PT1H' },
  addFault: {
    match: { coordinate: 'Query.component', operationName: 'A', user: 2, variables: { a: 1 } },
    effect: { status: 503, headers: { a: 'b' }, body: 'x' },
    times: 1,
    after: 0,
    probability: 1,
    seed: 7,
    phase: 'before',
  },
  findRequests: { match: { coordinate: 'Query.component', user: null }, errorCode: 'A' },
  countRequests: { match: { variables: {} } },
  waitForRequests: { match: {}, count: 1, timeoutMs: 10 },
};

// The unit `binary` of fast-check has the same code points, but makes a map of a million of them.
const codePoints = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const brokenTexts = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '1', '"x"', '{"a":}', '{"a":1}}', '\u0000', '[{}]', '[['.repeat(60_000)),
  fc.string({ minLength: 1, unit: codePoints }),
);
const badNames = fc.oneof(
  fc.constantFrom(
    'nothing',
    'toString',
    '__proto__',
    '%2F',
    '%00',
    '%',
    '%E0%A4%A',
    // A space at the end is no part of a URL.
    '%20',
    'a b',
    '..%2F',
    'x'.repeat(101),
  ),
  fc.string({ minLength: 1, unit: codePoints }).map((text) => encodeURIComponent(text)),
);
const wrongValues = fc.oneof(
  fc.constantFrom<unknown>(null, '', -1, 1.5, 1e308, 2 ** 53, true, [], {}, 'x'.repeat(10_000), Array(10_000).fill(0)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The paths of all members of a JSON value. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, each]) => pathsOf(each).map((path) => [name, ...path]))];
}

/** Returns a copy of a JSON value with another value at a path. */
function replaceAt(value: unknown, [name, ...path]: string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  Object.defineProperty(copy, name, { value: replaceAt(copy[name], path, replacement), enumerable: true });
  return copy;
}

/** Bodies with one wrong, unknown or missing member. */
function brokenBodies(valid: unknown): fc.Arbitrary<string> {
  const paths = fc.constantFrom(...pathsOf(valid));
  const members = fc.constantFrom('x', 'toString', '__proto__', 'constructor', '');
  return fc.oneof(
    fc.tuple(paths, wrongValues).map(([path, wrong]) => JSON.stringify(replaceAt(valid, path, wrong)) ?? ''),
    fc.tuple(members, wrongValues).map(([name, wrong]) => JSON.stringify(replaceAt(valid, [name], wrong))),
  );
}

const queryNames = ({ parameters }: OpenApi['paths'][string][string]): string[] =>
  parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter.name] : []));

const pairOf = (...names: string[]) =>
  fc.tuple(fc.constantFrom(...names), badNames).map(([name, value]) => `${name}=${value}`);

/** Requests that every operation of the OpenAPI file must refuse, apart from bodies that happen to be valid. */
function badRequests({ paths }: OpenApi): fc.Arbitrary<BadRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const writes = operations.filter(({ method }) => method !== 'GET');
  const named = operations.filter(({ path, method }) => path.includes('{') && method !== 'PUT');
  const withBody = fc.constantFrom(...writes).chain(({ path, method, operation }) => {
    const valid = validBodies[operation.operationId] ?? {};
    const isOptional = (operation as Schema)['requestBody'] === undefined || !operation.requestBody?.required;
    const texts = fc.oneof(brokenTexts, brokenBodies(valid)).filter((text) => text !== '' || !isOptional);
    return texts.map((body) => ({ method, path: path.replace(/\{\w+\}/, 'kept'), body }));
  });
  const withName = fc.tuple(fc.constantFrom(...named), badNames).map(([{ path, method }, name]) => ({
    method,
    path: path.replace(/\{\w+\}/, () => name),
    body: undefined,
  }));
  const queried = operations.filter(({ operation }) => queryNames(operation).length > 0);
  const badQueries = fc.constantFrom(...queried).chain(({ path, method, operation }) => {
    // What is wrong with one parameter can be right with another one, but an unknown one is always wrong.
    const unknown = pairOf('x', 'toString', '__proto__', 'constructor');
    const pairs = fc.tuple(fc.array(pairOf(...queryNames(operation)), { maxLength: 3 }), unknown);
    return pairs.map(([known, last]) => ({
      method,
      path: `${path.replace(/\{\w+\}/, 'users')}?${[...known, last].join('&')}`,
      body: undefined,
    }));
  });
  const elsewhere = fc
    .tuple(fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'), badNames)
    .map(([method, name]) => ({
      method,
      path: `/__admin/${name}`,
      body: undefined,
    }));
  return fc.oneof(
    { weight: 8, arbitrary: withBody },
    { weight: 2, arbitrary: withName },
    { weight: 2, arbitrary: badQueries },
    { weight: 1, arbitrary: elsewhere },
  );
}

/**
 * Sends bad requests to the control API. Throws an error with the shrunk request if one is not refused with a problem document
 * that names the member, or if it changes something. Returns the number of requests by status.
 */
export async function sendBadRequests(seed: number, runs: number): Promise<Record<number, number>> {
  const cleanups: (() => unknown)[] = [];
  const server = await startControlServer({ after: (cleanup) => void cleanups.push(cleanup as () => unknown) });
  const { openApi, isValidRequest, assertResponse } = await createOpenApiValidator(server);
  const { send, world, sessions, bugs } = server;
  await send('PUT', '/__admin/clock', { mode: 'fixed', time: '2027-01-01T00:00:00Z' });
  for (const path of ['/__admin/snapshots/kept', '/__admin/sessions/kept']) await send('PUT', path);
  await send('POST', '/__admin/tokens', { user: 1 });
  await send('POST', '/__admin/faults', { match: { operationName: 'NeverSent' }, effect: { status: 503 } });
  const session = await sessions.get('kept');
  const readState = async () => [
    sessions.names,
    (await sessions.get('kept')) === session,
    ...[world, session].map(({ store, clock, snapshots, tokens, faults }) =>
      JSON.stringify([store.records(), clock.setting, snapshots, tokens.list(), faults.list()]),
    ),
  ];
  const before = await readState();
  const statuses: Record<number, number> = {};
  const property = fc.asyncProperty(badRequests(openApi), async ({ method, path, body }) => {
    let parsed: unknown;
    try {
      parsed = body === undefined ? undefined : JSON.parse(body);
      const isKnown = path.includes('kept') || !/\/(sessions|snapshots|tokens|faults)\//.test(path);
      // Changing a valid body can leave it valid.
      if (body !== undefined && isKnown) fc.pre(!isAccepted(method, path, parsed));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    const response = await send(method, path, body);
    const text = `${method} ${path} ${body?.slice(0, 500)}: ${response.status} ${JSON.stringify(response.body)}`;
    assert.ok(response.status >= 400 && response.status < 500, text);
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, text);
    assert.deepEqual([response.body.status, bugs], [response.status, []], text);
    if (response.status === 404 || response.status === 405) assert.ok(response.body.detail, text);
    else assertResponse(method, path, response);
    // Without a JSON object, there is no member to name.
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    if (isObject && response.status === 400 && Object.keys(parsed!).length > 0)
      assert.ok(/exactly one|nested/.test(response.body.detail) || response.body.member !== undefined, text);
    assert.deepEqual(await readState(), before, text);
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  });
  /** Whether the request is right: its body is valid, and so is the world in it. */
  function isAccepted(method: string, path: string, value: unknown): boolean {
    const isBody = isValidRequest(method, path, value);
    const takesNoBody = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return (isBody && !path.endsWith('/state')) || (takesNoBody && !Array.isArray(value) && !path.endsWith('/state'));
  }
  try {
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  return statuses;
}

/** Bad requests to the control API. */
export const admin: Torture = async ({ random, isShort }) => {
  const seed = Math.floor(random() * 2 ** 31);
  const runs = isShort ? 150 : 2000;
  try {
    return { summary: `${runs} requests: ${JSON.stringify(await sendBadRequests(seed, runs))}`, problems: [] };
  } catch (error) {
    const { message, cause } = error as Error;
    return { summary: `seed ${seed}`, problems: [`${message}\n${String(cause)}`] };
  }
};
