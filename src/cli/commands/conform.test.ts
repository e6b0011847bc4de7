import assert from 'node:assert/strict';
import { type RequestListener, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../contract/schema.ts';
import { CommandError } from '../../errors.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { createApp, createExecutor } from '../../server/app.ts';
import { createSpecification } from '../../dialects/specification/server.ts';
import { loadCases } from '../../../conformance/cases/load.ts';
import { runConformCommand } from '../../../conformance/index.ts';
import { Ledger } from '../../../conformance/live/ledger.ts';
import { runCases } from '../../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../../conformance/targets/in-process.ts';

const tokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

async function start(t: test.TestContext) {
  const standIn = await startTestServer(t);
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const ledger = join(folder, 'ledger');
  const printed: string[] = [];
  let files = 0;
  const stop = new AbortController();
  const run = (args: string[], environment: NodeJS.ProcessEnv = tokens) =>
    runConformCommand(['--ledger', ledger, ...args], {
      environment,
      print: (text) => printed.push(text),
      progress: () => {},
      colours: false,
      signal: stop.signal,
    });
  const target = (more: object = {}) => {
    const file = join(folder, `${(files += 1)}.target.json`);
    writeFileSync(file, JSON.stringify({ url: standIn.url, dialect: 'specification', ...more }));
    return file;
  };
  return { ...standIn, standIn, folder, ledger, printed, stop, run, target };
}

const refusedWith = (exitCode: number, message: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.exitCode === exitCode && message.test(error.message);

test('a live server is judged, and what was written stands in the ledger', async (t) => {
  const { run, url, ledger, store, printed } = await start(t);
  assert.equal(await run(['--url', url]), 0, printed.join('\n'));
  const written = new Ledger(ledger).openEntries;
  const created = store.all('meetings').filter(({ id }) => id > 4);
  const results = store.all('results').filter(({ id }) => id > 2);
  assert.ok(created.length > 50);
  const whats = new Set(written.map(({ what }) => what));
  const unlisted = created.filter(({ id }) => !whats.has(`meeting ${id} in component 2`));
  assert.deepEqual(
    unlisted.map(({ title }) => title['en']?.replace(/plenum-\w+$/, '')),
    ['Stays '],
  );
  assert.ok(whats.has('what a document wrote before a root field was refused'));
  for (const { id } of results) assert.ok(whats.has(`result ${id} in component 4`), `result ${id}`);
  assert.ok(whats.has('the answer of proposal 1 in component 1'));
  assert.match(printed.join('\n'), /The API cannot take back: .*meeting 5 in component 2/);
});

test('an answer is put back as it was', async (t) => {
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

test('observing sends no mutation, and validating writes nothing', async (t) => {
  const { run, url, store, ledger } = await start(t);
  const records = () => JSON.stringify([store.all('meetings'), store.all('proposals'), store.all('results')]);
  const before = records();
  assert.equal(await run(['--url', url, '--mode', 'observe']), 3);
  assert.equal(await run(['--url', url, '--mode', 'observe', '--only', 'read/']), 0);
  assert.equal(await run(['--url', url, '--mode', 'validate']), 3);
  assert.equal(records(), before);
  assert.equal(existsSync(ledger), false);
});

test('validating finds an attribute that the server does not take', async (t) => {
  const contract = readContractSdl().replace('  locationHints: String @constraint(notBlank: true)\n', '');
  const dialect = createSpecification(contract);
  const executor = createExecutor(dialect);
  const target = await startInProcessTarget({
    build: (store) => createApp({ store, dialect, executor }).callback() as RequestListener,
  });
  t.after(() => target.close());
  const cases = loadCases().filter(({ id }) => id.startsWith('create-meeting/location'));
  const schema = buildSchema(readContractSdl());
  const results = await runCases({ target, cases, schema, runId: 'r', mode: 'validate' });
  assert.deepEqual(
    results.map(({ case: { id }, outcome }) => [id, outcome]),
    [
      ['create-meeting/location', 'could not run'],
      ['create-meeting/location-hints', 'failed'],
    ],
  );
});

test('a run that is interrupted is inconclusive, and cleans up', async (t) => {
  const { run, url, stop, printed } = await start(t);
  stop.abort();
  assert.equal(await run(['--url', url]), 3);
  assert.match(printed.join('\n'), /could not run/);
});

test('clean-up is tried again from the ledger', async (t) => {
  const { run, url, ledger, send } = await start(t);
  const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) {
    answer(input: { attributes: { state: "rejected" } }) { id } } } } }`;
  const open = new Ledger(ledger);
  open.add({
    run: 'r',
    url,
    dialect: 'specification',
    what: 'an answer',
    undo: { actor: 'admin', query, variables: {} },
  });
  open.add({ run: 'r', url, dialect: 'specification', what: 'a meeting' });
  open.add({
    run: 'r',
    url,
    dialect: 'specification',
    what: 'not undone',
    undo: { actor: 'member', query, variables: {} },
  });
  assert.equal(await run(['cleanup', '--url', url]), 5);
  const { data } = await send('{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }');
  assert.equal(data.component.proposal.state, 'rejected');
  assert.deepEqual(
    new Ledger(ledger).openEntries.map(({ what }) => what),
    ['not undone', 'a meeting'],
  );
});

test('a target that dies midway is said in one line, and the ledger is whole', async (t) => {
  const { run, url, ledger, printed, standIn } = await start(t);
  let requests = 0;
  const dying = createServer((request, response) => {
    requests += 1;
    if (requests > 60) return void response.destroy();
    const headers = request.headers as Record<string, string>;
    const upstream = httpRequest(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    return void request.pipe(upstream);
  });
  await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve));
  t.after(() => dying.close());
  const address = `http://127.0.0.1:${(dying.address() as AddressInfo).port}/api`;
  assert.equal(await run(['--url', address, '--only', 'create-meeting/']), 1);
  assert.match(printed.join('\n'), /stopped answering at create-meeting\/\S+: \S/);
  const created = standIn.store.all('meetings').filter(({ id }) => id > 4);
  const listed = new Ledger(ledger).openEntries.map(({ what }) => what);
  assert.ok(created.length > 5);
  assert.deepEqual(
    listed.toReversed(),
    created.map(({ id }) => `meeting ${id} in component 2`),
  );
});

test('no secret reaches a report', async (t) => {
  const { run, url, folder, store } = await start(t);
  const secret = 'a-very-secret-token';
  const user = store.find('users', 2)!;
  store.update((draft) => draft.update('users', 2, { ...user, name: `Robot ${secret}` }));
  const out = join(folder, 'reports');
  await run(['--url', url, '--out', out, '--only', 'read/'], { ...tokens, PLENUM_MEMBER_TOKEN: 'member-token' });
  for (const file of ['report.html', 'summary.md', 'summary.txt', 'junit.xml', 'ctrf.json']) {
    const text = readFileSync(join(out, file), 'utf8');
    for (const token of Object.values(tokens)) assert.ok(!text.includes(token), `${file} holds ${token}`);
  }
});

test('what is missing of a target is named, and its cases could not run', async (t) => {
  const { run, target, printed } = await start(t);
  assert.equal(await run(['--target', target({ names: { accountability: 2 } }), '--only', 'create-result/']), 3);
  assert.match(printed.join('\n'), /accountability: component 2 is Meetings, and must be of kind Accountability/);
});

test('what is wrong with a run is one line, with its exit code', async (t) => {
  const { run, url, target, folder, ledger } = await start(t);
  const other = join(folder, 'other.json');
  for (const [args, exitCode, message, environment] of [
    [['--url', url], 2, /PLENUM_ADMIN_TOKEN is not set/, {}],
    [
      ['--url', url],
      4,
      /does not know the actor member by PLENUM_MEMBER_TOKEN/,
      { ...tokens, PLENUM_MEMBER_TOKEN: 'x' },
    ],
    [['--url', url], 2, /three users/, { ...tokens, PLENUM_MEMBER_TOKEN: 'admin-token' }],
    [['--url', 'http://127.0.0.1:1/api'], 4, /http:\/\/127\.0\.0\.1:1\/api cannot be reached/],
    [['--url', 'http://192.0.2.1/api'], 2, /--confirm 192\.0\.2\.1/],
    [['--url', url, '--dialect', 'nope'], 2, /unknown dialect nope/],
    [['--target', target({ dialect: 'nope' })], 2, /unknown dialect nope/],
    [['--target', target({ token: 'x' })], 2, /target\.json: .*additional properties/],
    [['--target', other], 2, /other\.json cannot be read/],
    [['--only', 'nope/'], 2, /no case begins with nope/],
    [['--mode', 'look'], 2, /--mode/],
    [['--rate', 'fast'], 2, /--rate/],
    [['--nope'], 2, /--nope/],
  ] as [string[], number, RegExp, NodeJS.ProcessEnv?][]) {
    await t.test(args.join(' '), () => assert.rejects(run(args, environment), refusedWith(exitCode, message)));
  }
  assert.equal(existsSync(ledger), false);
});
