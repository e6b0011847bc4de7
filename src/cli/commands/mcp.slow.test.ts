import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { plenumArgs } from '../../../test/support/process.ts';

type Row = [tool: string, args: object, expected: RegExp];

const results: Row[] = [
  ['search_schema', { query: 'MeetingMutation' }, /^"""The mutations of a meeting\."""\ntype MeetingMutation \{/],
  [
    'search_schema',
    { query: 'create meeting' },
    /"matches": \[\s+\{\s+"coordinate": "MeetingsMutation\.createMeeting"/,
  ],
  [
    'find_examples',
    { field: 'MeetingsMutation.createMeeting' },
    /"found": 1,[^]*"name": "Member robot"[^]*"typeOfMeeting"/,
  ],
  ['list_users', {}, /^\[\s+\{\s+"id": 1,\s+"name": "Admin robot",\s+"nickname": "admin-key",\s+"admin": true\s+\}/],
  ['take_snapshot', { name: 'before' }, /"name": "before"/],
  [
    'run_document',
    { document: 'query Who($unused: Int) { session { user { name } } }', user: 'Member robot' },
    /"status": 200,\s+"errors": \[\s+\{\s+"message": "Variable \\"\$unused\\" is never used/,
  ],
  ['run_document', { document: '{ session { user { name } } }', user: 'member-key' }, /"name": "Member robot"/],
  ['run_document', { document: '{ session { user { name } } }', user: 4 }, /"data": \{\s+"session": \{/],
  ['run_document', { document: '{ session { user { name } } }', session: 'a' }, /"session": null/],
  [
    'run_document',
    { document: '{ __schema { types { name description fields { name description args { name description } } } } }' },
    /^The result has \d{5,} characters, of which these are the first 20000\. Ask for less:/,
  ],
  [
    'check_documents',
    { documents: ['{ component(id: 1) { ... on Proposals { proposals { nodes { endorsementsCount } } } } }', '{'] },
    /"decidim-0\.30": \{\s+"verdict": "accepted"[^]*`endorsementsCount` is `likesCount` since[^]*"document": "document 2"/,
  ],
  ['find_requests', { match: { operationName: 'Who' } }, /"found": 1,[^]*"operationName": "Who"/],
  ['read_request', { id: '1' }, /"document": "query Who/],
  ['add_fault', { effect: { status: 503 }, match: { user: null } }, /"id": "fault-1"/],
  ['list_faults', {}, /"status": 503/],
  ['run_document', { document: '{ __typename }' }, /"response": "status 503/],
  ['clear_faults', {}, /^Done\.$/],
  ['restore_snapshot', { name: 'before' }, /^Done\.$/],
  ['reset', {}, /^Done\.$/],
];

const errors: Row[] = [
  [
    'search_schema',
    { query: 'createMeting' },
    /^Nothing .* Did you mean .*createMeeting.* Expected: the name of a type/,
  ],
  ['search_schema', {}, /required property 'query'/],
  ['find_examples', { field: 'nothing' }, /^The schema has no field "nothing"\..* search_schema finds fields\.$/],
  [
    'run_document',
    { document: '{ __typename }', user: 'nobody' },
    /Expected an id, a name or a nickname: 1 \(Admin robot, @admin-key/,
  ],
  ['run_document', { document: '{ __typename }', user: 99 }, /^There is no user 99\. Did you mean /],
  [
    'check_documents',
    { documents: ['{ a }'], dialects: ['decidim-9'] },
    /^unknown dialect decidim-9; there are specification, /,
  ],
  ['check_documents', { documents: ['# nothing'] }, /^there is no document in the texts/],
  ['restore_snapshot', { name: 'none' }, /^There is no snapshot "none"\.\nThe member that is wrong: name$/],
  ['read_request', { id: '99' }, /^There is no request "99"/],
  ['add_fault', { effect: { status: 99 } }, /data\/effect\/status must be >= 200/],
  [
    'add_fault',
    { effect: { status: 503 }, match: { coordinate: 'Query.componen' } },
    /Did you mean Query\.component\?/,
  ],
  ['reset', { session: '../etc' }, /data\/session must match pattern/],
];

test('a client of the protocol lists and calls every tool of plenum mcp', async (t) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...plenumArgs, 'mcp'],
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '0.0.0' });
  const problems: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => problems.push(error) });
  let log = '';
  transport.stderr!.on('data', (data: Buffer) => (log += data.toString()));
  t.after(() => client.close());
  await client.connect(transport);
  assert.match(client.getInstructions()!, /dialect specification, world demo/);
  const { tools } = await client.listTools();
  assert.deepEqual(new Set(tools.map(({ name }) => name)), new Set(results.map(([name]) => name)));
  const call = async (name: string, args: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    const [part] = content as { type: string; text: string }[];
    return { text: part!.text, isError: isError === true };
  };
  for (const [name, args, expected] of results) {
    const { text, isError } = await call(name, args);
    assert.match(text, expected, `${name} ${JSON.stringify(args)}`);
    assert.equal(isError, false, text);
    assert.ok(text.length < 20_300);
  }
  for (const [name, args, expected] of errors) {
    const { text, isError } = await call(name, args);
    assert.match(text, expected, `${name} ${JSON.stringify(args)}`);
    assert.equal(isError, true, text);
  }
  await client.close();
  assert.deepEqual(problems, []);
  assert.match(log, /^\S+ serving the Model Context Protocol url=\S+\n$/);
});

test('plenum mcp ends with its input, and writes nothing but the protocol to its output', () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const { status, stdout } = spawnSync(process.execPath, [...plenumArgs, 'mcp', '--dialect', 'decidim-0.32'], {
    input: `${JSON.stringify(request)}\n`,
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  for (const line of stdout.split('\n').filter(Boolean))
    assert.equal((JSON.parse(line) as typeof request).jsonrpc, '2.0');
});
