import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import {
  type GraphQLSchema,
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import { captureCommand } from '../../test/support/process.ts';
import type { AnyData } from '../../test/support/test-server.ts';
import { townSdl } from '../../test/support/town-server.ts';
import { startUpstream } from '../../test/support/upstream-server.ts';
import { schemaCommand } from '../../src/cli/commands/schema.ts';
import { createStandIn } from '../../src/stand-in/stand-in.ts';
import type { SchemaSource } from './pull.ts';

/** Pulls a schema into a new file. */
async function pull(t: TestContext, url: string, environment: NodeJS.ProcessEnv = {}) {
  const folder = createTemporaryFolder(t);
  const out = join(folder, 'town.graphql');
  const { output } = await captureCommand(schemaCommand, ['pull', '--url', url, '--out', out], {
    environment,
  });
  const text = readFileSync(out, 'utf8');
  const source = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as SchemaSource;
  assert.deepEqual(Object.keys(readFolder(folder)), ['town.graphql', 'town.graphql.json']);
  return { out, text, source, output, schema: buildSchema(text) };
}

async function startTown(t: TestContext) {
  const town = await createStandIn({ dialect: 'decidim-0.31', schema: townSdl });
  t.after(() => town.close());
  return town;
}

/** A schema without descriptions, in the order of its names. */
const bare = (schema: GraphQLSchema): string => {
  const described = introspectionFromSchema(schema, { descriptions: false });
  return printSchema(lexicographicSortSchema(buildClientSchema(described)));
};

test('without a token, the error says what to do, and nothing is written', async (t) => {
  const town = await startTown(t);
  const folder = createTemporaryFolder(t);
  const args = ['pull', '--url', town.url, '--out', join(folder, 'town.graphql')];
  for (const [environment, advice] of [
    [{}, /refuses the introspection.* Nothing is written\. .*set PLENUM_ADMIN_TOKEN, .*--schema FILE\.$/],
    [
      { PLENUM_ADMIN_TOKEN: 'user-token' },
      /Nothing is written\. .*check that the token belongs to one\..*--schema FILE\.$/,
    ],
  ] as [NodeJS.ProcessEnv, RegExp][])
    await assert.rejects(captureCommand(schemaCommand, args, { environment }), isCommandError(4, advice));
  assert.deepEqual(readFolder(folder), {});
});

test('with the token of an administrator, the schema comes from one introspection, and the token is nowhere', async (t) => {
  const town = await startTown(t);
  const environment = { PLENUM_ADMIN_TOKEN: 'admin-token' };
  const { text, source, schema, output } = await pull(t, town.url, environment);
  assert.equal(bare(schema), bare(buildSchema(townSdl)));
  assert.equal(source.types, Object.keys(schema.getTypeMap()).filter((each) => !each.startsWith('__')).length);
  assert.deepEqual(source.releases, ['decidim-0.31']);
  assert.match(
    text,
    /^# The schema of (localhost|127\.0\.0\.1):\d+, [\d-]+: \d+ types\.\n# Release: decidim-0\.31\.\n/,
  );
  assert.equal(await town.requests.count({ match: { operationName: 'IntrospectionQuery' } }), 1);
  assert.doesNotMatch(text + JSON.stringify(source) + output, /admin-token/);
  const byKey = await pull(t, town.url, {
    PLENUM_ADMIN_KEY: 'admin-key',
    PLENUM_ADMIN_SECRET: 'admin-secret-0123456789',
  });
  assert.equal(byKey.source.types, source.types);
});

test('a pulled schema is served', async (t) => {
  const town = await startTown(t);
  const { out } = await pull(t, town.url, { PLENUM_ADMIN_TOKEN: 'admin-token' });
  const again = await createStandIn({ dialect: 'decidim-0.31', schema: out });
  t.after(() => again.close());
  const sdl = await (await again.fetch('/__admin/schema.graphql')).text();
  assert.ok(isObjectType(buildSchema(sdl).getType('Proposal')));
});

const introspection = (change: (data: AnyData) => void = () => {}): string => {
  const data = introspectionFromSchema(buildSchema(townSdl));
  change(data);
  return JSON.stringify({ data });
};

const send = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
};

/** A server whose introspection is this body, and that answers like Decidim otherwise. */
const withIntrospection =
  (body: string, status = 200): RequestListener =>
  async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return send(response, '', 301);
    const { query = '' } = (await readJson(request).catch(() => ({}))) as { query?: string };
    if (query.includes('__schema')) return send(response, body, status);
    return send(response, JSON.stringify({ errors: [{ message: 'no' }] }));
  };

const typeOf = (data: AnyData, name: string) => data['__schema'].types.find((type: AnyData) => type.name === name);
const bad: [name: string, body: string, status: number, message: RegExp][] = [
  ['cut', introspection().slice(0, 5000), 200, /its introspection is cut or no JSON/],
  ['refused', '{"errors":[{"message":"no \\u001b[2J admin-token"}]}', 200, /refuses the introspection: no/],
  ['with errors beside it', introspection().replace('{', '{"errors":[{}],'), 200, /refuses the introspection/],
  ['with another status', introspection(), 500, /refuses the introspection: status 500/],
  [
    'without the types of its fields',
    introspection((data) => data['__schema'].types.splice(20, 3)),
    200,
    /no valid schema: .*unknown type/,
  ],
  [
    'without fields',
    introspection((data) => delete typeOf(data, 'Proposal').fields),
    200,
    /no valid schema: .*missing fields/,
  ],
  [
    'with a foreign name',
    introspection((data) => (typeOf(data, 'Proposal').fields[0].name = 'a\u001b[2J')),
    200,
    /no valid schema/,
  ],
  ['of nothing', '{"data":{"__schema":null}}', 200, /cut or no JSON/],
  [
    'longer than 10 MB',
    introspection((data) => (typeOf(data, 'Proposal').description = 'x'.repeat(10_000_000))),
    200,
    /longer than 10 MB/,
  ],
];
for (const [name, body, status, message] of bad)
  test(`an introspection ${name} is not written`, async (t) => {
    const origin = await startUpstream(t, withIntrospection(body, status));
    const folder = createTemporaryFolder(t);
    const args = ['pull', '--url', `${origin}/api`, '--out', join(folder, 'town.graphql')];
    const environment = { PLENUM_ADMIN_TOKEN: 'admin-token' };
    const check = isCommandError(4, message, /Nothing is written/);
    await assert.rejects(captureCommand(schemaCommand, args, { environment }), (error: Error) => {
      assert.doesNotMatch(error.message, /admin-token/);
      return check(error);
    });
    assert.deepEqual(readFolder(folder), {});
  });

test('control characters in descriptions do not reach the file, and the server is waited for', async (t) => {
  const body = introspection(
    (data) => (typeOf(data, 'Proposal').description = 'A\u001b[2J """ proposal of admin-token'),
  );
  const answer = withIntrospection(body);
  let first = true;
  const origin = await startUpstream(t, (request, response) => {
    if (!first) return answer(request, response);
    first = false;
    response.writeHead(429, { 'retry-after': '1' });
    return response.end();
  });
  const started = performance.now();
  const { text, schema } = await pull(t, `${origin}/api`, { PLENUM_ADMIN_TOKEN: 'admin-token' });
  assert.ok(performance.now() - started >= 1000);
  assert.ok(!text.includes('\u001b') && !text.includes('admin-token'));
  assert.equal(schema.getType('Proposal')!.description, String.raw`A\u001b[2J """ proposal of PLENUM_ADMIN_TOKEN`);
});

test('a file that exists is not replaced', async (t) => {
  const folder = createTemporaryFolder(t);
  const out = join(folder, 'town.graphql');
  const run = () => captureCommand(schemaCommand, ['pull', '--url', 'http://localhost:9/api', '--out', out]);
  await assert.rejects(run(), isCommandError(4, /is unreachable/));
  writeFileSync(`${out}.json`, '{}');
  await assert.rejects(run(), isCommandError(2, /town\.graphql\.json exists: nothing is overwritten/));
  assert.ok(!existsSync(out));
});
