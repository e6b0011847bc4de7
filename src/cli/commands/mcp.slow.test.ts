import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startControlServer } from '../../../test/support/control-server.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { plenumArgs } from '../../../test/support/process.ts';

type Row = [tool: string, args: object, expected: RegExp];

const results: Row[] = [
  ['search_schema', { query: 'MeetingMutation' }, /^"""The mutations of a meeting\."""\ntype MeetingMutation \{/],
  ['search_schema', { query: 'MeetingMutation.update' }, /"found": 1,/],
  ['search_schema', { query: 'create meeting' }, /"coordinate": "MeetingsMutation\.createMeeting"/],
  [
    'check_document',
    { document: '{ component(id: 1) { ... on Proposals { proposals { nodes { endorsementsCount } } } } }' },
    /"decidim-0\.30": \{\s+"verdict": "accepted"[^]*`endorsementsCount` was renamed to `likesCount` in/,
  ],
  ['check_document', { document: '{' }, /"notReadable": \[\s+\{\s+"line": 1,/],
  [
    'run_document',
    { document: 'query Who { session { user { name } } }', sender: { user: 2 } },
    /^status 200\n\{"data":\{"session":\{"user":\{"name":"Member robot"\}\}\}\}$/,
  ],
  [
    'run_document',
    { document: '{ session { user { name } } }', session: 'a' },
    /^status 200\n\{"data":\{"session":null/,
  ],
  [
    'run_document',
    { document: '{ __schema { types { description fields { name description } } } }' },
    /^These are the first 20000 of \d{5,} characters: ask for less\.\nstatus 200\n/,
  ],
  ['find_requests', { match: { operationName: 'Who' } }, /"found": 1,[^]*"operationName": "Who"/],
  ['add_fault', { effect: { status: 503 }, match: { user: null }, session: 'a' }, /"id": "fault-1"/],
  ['run_document', { document: '{ __typename }', session: 'a' }, /^status 503\n/],
  ['run_document', { document: '{ __typename }' }, /^status 200\n/],
  ['reset', { session: 'a' }, /^Done\.$/],
  ['run_document', { document: '{ __typename }', session: 'a' }, /^status 200\n/],
];

const errors: Row[] = [
  ['search_schema', { query: 'createMeting' }, /^Nothing .* Did you mean .*createMeeting/],
  ['search_schema', {}, /required property 'query'/],
  ['run_document', { document: '{ __typename }', sender: { user: 99 } }, /^There is no user 99\. Did you mean /],
  ['check_document', { document: '# nothing' }, /^there is no document in the texts/],
  ['find_requests', { match: { operation: 'Who' } }, /data\/match must NOT have additional properties/],
  ['add_fault', { effect: { status: 99 } }, /data\/effect\/status must be >= 200/],
  [
    'add_fault',
    { effect: { status: 503 }, match: { coordinate: 'Query.componen' } },
    /Did you mean Query\.component\?/,
  ],
  ['reset', { session: '../etc' }, /data\/session must match pattern/],
];

/** Starts `plenum mcp` with a client of the protocol; `log` returns what the command has written to its standard error output. */
async function connect(t: TestContext, args: string[] = []) {
  const command = { command: process.execPath, args: [...plenumArgs, 'mcp', ...args] };
  const transport = new StdioClientTransport({ ...command, stderr: 'pipe' });
  const problems: Error[] = [];
  const client = Object.assign(new Client({ name: 'test', version: '0.0.0' }), {
    onerror: (error: Error) => problems.push(error),
  });
  let log = '';
  transport.stderr!.on('data', (data: Buffer) => (log += data.toString()));
  t.after(() => client.close());
  await client.connect(transport);
  const call = async (name: string, toolArguments: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...toolArguments } });
    const [part] = content as { type: string; text: string }[];
    return { text: part!.text, isError: isError === true };
  };
  return { client, call, problems, log: () => log };
}

test('a client of the protocol lists and calls every tool of plenum mcp', async (t) => {
  const { client, call, problems, log } = await connect(t);
  const { tools } = await client.listTools();
  assert.deepEqual(new Set(tools.map(({ name }) => name)), new Set(results.map(([name]) => name)));
  for (const [isError, rows] of [
    [false, results],
    [true, errors],
  ] as const)
    for (const [name, args, expected] of rows) {
      const result = await call(name, args);
      assert.match(result.text, expected, `${name} ${JSON.stringify(args)}`);
      assert.equal(result.isError, isError, result.text);
      assert.ok(result.text.length < 20_300);
    }
  await client.close();
  assert.deepEqual(problems, []);
  assert.match(log(), /^serving the Model Context Protocol for \S+\n$/);
});

test('plenum mcp uses a stand-in that has a site and whose control needs a token', async (t) => {
  const site = createTemporaryFolder(t);
  writeFileSync(join(site, 'index.html'), '');
  const { url } = await startControlServer(t, { controlToken: 'secret', site });
  const { call } = await connect(t, ['--url', url, '--control-token', 'secret']);
  const { text } = await call('run_document', { document: '{ __typename }', session: 'a' });
  assert.equal(text, 'status 200\n{"data":{"__typename":"Query"}}');
});

test('plenum mcp ends with its input, and writes nothing but the protocol to its output', () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const { status, stdout } = spawnSync(process.execPath, [...plenumArgs, 'mcp', '--dialect', 'decidim-0.32'], {
    input: `${JSON.stringify(request)}\n`,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0);
  for (const line of stdout.split('\n').filter(Boolean))
    assert.equal((JSON.parse(line) as typeof request).jsonrpc, '2.0');
});
