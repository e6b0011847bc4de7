import * as fc from 'fast-check';
import type { OpenApi } from '../../src/control/api/openapi.ts';

/** A request whose body does not follow the schema of its operation, or which names what is not there. */
export interface BadRequest {
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
export function badRequests({ paths }: OpenApi): fc.Arbitrary<BadRequest> {
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
