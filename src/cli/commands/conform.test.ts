import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { loadServerDialect } from '../../dialects/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import type { Case } from '../../../conformance/model/case.ts';
import { conformCommand } from './conform.ts';
import { startHostileTarget } from '../../../test/support/hostile-target.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { Ledger } from '../../../conformance/live/ledger.ts';

const tokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

async function start(t: test.TestContext, dialect = 'specification') {
  const server = await startTestServer(t, { dialect: await loadServerDialect(dialect) });
  const folder = createTemporaryFolder(t);
  const ledger = join(folder, 'ledger');
  const printed: string[] = [];
  const stop = new AbortController();
  const run = (args: string[], environment: NodeJS.ProcessEnv = tokens) =>
    runCommand(conformCommand, ['--ledger', ledger, ...args], {
      environment,
      print: (text) => printed.push(text),
      progress: () => {},
      colors: false,
      signal: stop.signal,
    });
  const target = (more: object = {}) => {
    const file = join(folder, `${randomUUID()}.target.json`);
    writeFileSync(file, JSON.stringify({ url: server.url, dialect: 'specification', ...more }));
    return file;
  };
  return { ...server, folder, ledger, printed, stop, run, target };
}

test('tests a deployment and lists in the ledger what it wrote', async (t) => {
  const { run, url, ledger, store, printed } = await start(t);
  assert.equal(await run(['--url', url]), 0, printed.join('\n'));
  const created = store.all('meetings').filter(({ id }) => id > 4);
  const results = store.all('results').filter(({ id }) => id > 2);
  assert.ok(created.length > 50);
  const listed = new Set(new Ledger(ledger).openEntries.map(({ description }) => description));
  const unlisted = created.filter(({ id }) => !listed.has(`meeting ${id} in component 2`));
  assert.deepEqual(
    unlisted.map(({ title }) => title['en']?.replace(/plenum-\w+$/, '')),
    ['Stays '],
  );
  assert.ok(listed.has('a meeting in component 2 that may have been created (id unknown)'));
  for (const { id } of results) assert.ok(listed.has(`result ${id} in component 4`), `result ${id}`);
  assert.ok(listed.has('the answer of proposal 1 in component 1'));
  assert.match(printed.join('\n'), /left on the target: meeting 5 in component 2/);
});

test('undoes what it wrote to a decidim-0.32 deployment', async (t) => {
  const { run, url, ledger, store, printed } = await start(t, 'decidim-0.32');
  const before = store
    .all('proposals')
    .map(({ id, state, cost, answer }) => ({ id, state, cost, answer: answer ?? {} }));
  assert.equal(await run(['--url', url, '--dialect', 'decidim-0.32']), 0, printed.join('\n'));
  assert.deepEqual(
    store.all('proposals').map(({ id, state, cost, answer }) => ({ id, state, cost, answer: answer ?? {} })),
    before,
  );
  const created = store.all('meetings').filter(({ id }) => id > 4);
  assert.ok(created.length > 50);
  const visible = created.filter(({ withdrawnAt }) => withdrawnAt === null);
  // The response to its document has no data, so its id is unknown.
  assert.deepEqual(
    visible.map(({ title }) => title['en']?.replace(/plenum-\w+$/, '')),
    ['Stays '],
  );
  const open = new Set(new Ledger(ledger).openEntries.map(({ description }) => description));
  assert.deepEqual([...open], ['a meeting in component 2 that may have been created (id unknown)']);
});

test('restores the answer of a proposal', async (t) => {
  const { run, url, send, ledger } = await start(t);
  const answer = `mutation($input: AnswerInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: $input) { id } } } } }`;
  const attributes = { state: 'evaluating', cost: 1234.5, answerContent: { en: 'Before', ca: 'Abans' } };
  await send(answer, { input: { attributes } }, 'admin');
  const read =
    '{ component(id: 1) { ... on Proposals { proposal(id: 1) { state cost answer { translations { locale text } } } } } }';
  const before = await send(read);
  assert.equal(await run(['--url', url, '--only', 'answer/']), 0);
  assert.deepEqual((await send(read)).data, before.data);
  assert.equal(new Ledger(ledger).openEntries.filter(({ undo }) => undo).length, 0);
});

test('modes observe and validate write nothing', async (t) => {
  const { run, url, store, ledger } = await start(t);
  const records = () => JSON.stringify([store.all('meetings'), store.all('proposals'), store.all('results')]);
  const before = records();
  assert.equal(await run(['--url', url, '--mode', 'observe']), 3);
  assert.equal(await run(['--url', url, '--mode', 'observe', '--only', 'read/session']), 0);
  assert.equal(await run(['--url', url, '--mode', 'validate']), 3);
  assert.equal(records(), before);
  assert.equal(existsSync(ledger), false);
});

test('is inconclusive after an interruption', async (t) => {
  const { run, url, stop, printed } = await start(t);
  stop.abort();
  assert.equal(await run(['--url', url]), 3);
  assert.match(printed.join('\n'), /could not run/);
});

test('cleans up again from a ledger', async (t) => {
  const { run, url, ledger, send, printed } = await start(t);
  const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) {
    answer(input: { attributes: { state: "rejected" } }) { id } } } } }`;
  const readState = '{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }';
  const undo = (state: string) => ({
    actor: 'admin' as const,
    query,
    variables: {},
    check: { query: readState, variables: {}, expected: { component: { proposal: { state } } } },
  });
  const entry = { runId: 'r', url, dialect: 'specification', mutation: 'ProposalMutation.answer' };
  const open = new Ledger(ledger);
  open.add({ ...entry, description: 'an answer', undo: undo('rejected') });
  open.add({ ...entry, description: 'a meeting', mutation: 'MeetingsMutation.createMeeting' });
  open.add({ ...entry, description: 'a wrong answer', undo: undo('accepted') });
  assert.equal(await run(['cleanup', '--url', url]), 5);
  assert.equal((await send(readState)).data.component.proposal.state, 'rejected');
  assert.deepEqual(
    new Ledger(ledger).openEntries.map(({ description }) => description),
    ['a wrong answer', 'a meeting'],
  );
  assert.match(
    printed.join('\n'),
    /^left on the target: a meeting\nnot cleaned up: a wrong answer: a read shows .*"rejected"/,
  );
});

test('a torn line does not stop the clean-up', async (t) => {
  const { run, url, ledger, send, printed } = await start(t, 'decidim-0.32');
  const readState = '{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }';
  const undo = {
    actor: 'admin' as const,
    query: `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) {
      answer(input: { attributes: { state: "rejected" } }) { id } } } } }`,
    variables: {},
    check: { query: readState, variables: {}, expected: { component: { proposal: { state: 'rejected' } } } },
  };
  const entry = { runId: 'r', url, dialect: 'decidim-0.32', mutation: 'ProposalMutation.answer' };
  new Ledger(ledger).add({ ...entry, description: 'an answer', undo });
  appendFileSync(ledger, '{"number":2,"runId":"r","ur');
  assert.equal(await run(['cleanup', '--url', url, '--dialect', 'decidim-0.32']), 5);
  assert.equal((await send(readState)).data.component.proposal.state, 'rejected');
  assert.deepEqual(printed, [`not cleaned up: line 2 of ${ledger} is damaged: what it lists is not undone`]);
  assert.deepEqual(new Ledger(ledger).openEntries, []);
});

test('refuses to clean up another deployment or from a file that does not exist', async (t) => {
  const { run, url, ledger } = await start(t);
  await assert.rejects(run(['cleanup', '--url', url]), isCommandError(2, /ledger does not exist$/));
  const entry = { runId: 'r', url: 'https://town.example/api', dialect: 'specification', mutation: 'M.m' };
  new Ledger(ledger).add({ ...entry, description: 'a write' });
  const message = `${ledger} lists writes to https://town.example/api, not to ${url}`;
  await assert.rejects(run(['cleanup', '--url', url]), isCommandError(2, message));
  await assert.rejects(run(['--url', url]), isCommandError(2, message));
});

test('prints nothing that controls the terminal', async (t) => {
  const text = '\u001b[2J\u009b2J\u202e\r\n::error::owned admin-token';
  const component = { type: text, proposal: { answer: { [text]: text } } };
  const { url } = await startHostileTarget(t, ({ body }) =>
    body.includes('session { user') ? undefined : JSON.stringify({ data: { component }, errors: [{ message: text }] }),
  );
  const { run, printed, ledger } = await start(t);
  assert.equal(await run(['--url', url, '--only', 'answer/']), 1);
  const entry = { runId: 'r', url, dialect: 'specification', mutation: 'MeetingsMutation.createMeeting' };
  new Ledger(ledger).add({ ...entry, description: text });
  new Ledger(ledger).add({ ...entry, mutation: 'M.m', description: text });
  assert.equal(await run(['cleanup', '--url', url]), 5);
  assert.match(printed.join('\n'), /is of type .*u001b.*, not Proposals/);
  for (const line of printed) {
    // oxlint-disable-next-line no-control-regex -- finds what must not be there
    assert.doesNotMatch(line, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^ *::error/m);
    assert.ok(!line.includes('admin-token'));
  }
});

test('exits with 5 if it does not know how to undo a mutation', async (t) => {
  const { run, url, folder, printed } = await start(t, 'decidim-0.32');
  const query =
    'mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { withdraw(input: {}) { id } } } } }';
  const testCase: Case = {
    id: 'document/withdraw',
    description: 'A meeting is withdrawn',
    requirements: ['document.several'],
    level: 'MUST',
    steps: [{ actor: 'member', query, expect: { data: { component: { meeting: { withdraw: { id: '2' } } } } } }],
  };
  mkdirSync(join(folder, 'cases', 'document'), { recursive: true });
  writeFileSync(join(folder, 'cases', 'document', 'withdraw.json'), JSON.stringify(testCase));
  assert.equal(await run(['--url', url, '--dialect', 'decidim-0.32', '--cases', join(folder, 'cases')]), 5);
  assert.match(printed.join('\n'), /not cleaned up: MeetingMutation\.withdraw in component 2, meeting 2: /);
});

test('names the case at which the target stopped responding and keeps the ledger complete', async (t) => {
  const { run, url, ledger, printed, store } = await start(t);
  let requests = 0;
  const proxy = createServer((request, response) => {
    requests += 1;
    if (requests > 60) return void response.destroy();
    const headers = request.headers as Record<string, string>;
    const upstream = httpRequest(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    return void request.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`;
  assert.equal(await run(['--url', proxyUrl, '--only', 'create-meeting/']), 1);
  assert.match(printed.join('\n'), /stopped responding at create-meeting\/\S+: \S/);
  const created = store.all('meetings').filter(({ id }) => id > 4);
  assert.ok(created.length > 5);
  const listed = new Ledger(ledger).openEntries.map(({ description }) => description).toReversed();
  const [known, unknown] = [listed.slice(0, created.length), listed.slice(created.length)];
  assert.deepEqual(
    known,
    created.map(({ id }) => `meeting ${id} in component 2`),
  );
  // The mutations that got no response.
  assert.ok(unknown.length <= 5);
  for (const each of unknown)
    assert.match(each, /^a meeting in component \d+ that may have been created \(id unknown\)$/);
});

test('writes no secret to a report', async (t) => {
  const { run, url, folder, store } = await start(t);
  const secret = 'a-very-secret-token';
  const user = store.find('users', 2)!;
  store.update((draft) => draft.update('users', 2, { ...user, name: `Robot ${secret}` }));
  const out = join(folder, 'reports');
  await run(['--url', url, '--out', out, '--only', 'read/'], { ...tokens, PLENUM_MEMBER_TOKEN: 'member-token' });
  for (const file of ['report.html', 'summary.md', 'junit.xml', 'ctrf.json']) {
    const text = readFileSync(join(out, file), 'utf8');
    for (const token of Object.values(tokens)) assert.ok(!text.includes(token), `${file} holds ${token}`);
  }
});

test('names the missing components of a target', async (t) => {
  const { run, target, printed } = await start(t);
  assert.equal(await run(['--target', target({ placeholders: { accountability: 2 } }), '--only', 'create-result/']), 3);
  assert.match(printed.join('\n'), /accountability: component 2 is of type Meetings, not Accountability/);
});

test('explains invalid options and targets in one line', async (t) => {
  const { run, url, target, folder, ledger } = await start(t);
  const other = join(folder, 'other.json');
  for (const [args, exitCode, message, environment] of [
    [['--url', url], 2, /PLENUM_ADMIN_TOKEN is not set/, {}],
    [
      ['--url', url],
      4,
      /does not accept PLENUM_MEMBER_TOKEN of the actor member/,
      { ...tokens, PLENUM_MEMBER_TOKEN: 'x' },
    ],
    [['--url', url], 2, /three different users/, { ...tokens, PLENUM_MEMBER_TOKEN: 'admin-token' }],
    [['--url', 'http://127.0.0.1:1/api'], 4, /http:\/\/127\.0\.0\.1:1\/api is unreachable/],
    [['--url', 'http://192.0.2.1/api'], 2, /--confirm 192\.0\.2\.1/],
    [['--url', url, '--dialect', 'nope'], 2, /unknown dialect nope/],
    [['--target', target({ dialect: 'nope' })], 2, /unknown dialect nope/],
    [['--target', target({ token: 'x' })], 2, /target\.json: .*additional properties/],
    [['--target', other], 2, /other\.json cannot be read/],
    [['--only', 'nope/'], 2, /no case id starts with nope/],
    [['--mode', 'look'], 2, /--mode/],
    [['--rate', 'fast'], 2, /--rate/],
    [['--nope'], 2, /--nope/],
    [['nope'], 2, /unknown command conform nope/],
    [['cleanup'], 2, /cleanup needs --url URL or --target FILE/],
    [['--url', url, '--target', other], 2, /cannot be combined/],
  ] as [string[], number, RegExp, NodeJS.ProcessEnv?][]) {
    await t.test(args.join(' '), () => assert.rejects(run(args, environment), isCommandError(exitCode, message)));
  }
  assert.equal(existsSync(ledger), false);
});
