import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { loadServerDialect } from '../../dialects/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { loadCases } from '../../cases/load.ts';
import { createStandIn } from '../../index.ts';
import { type Report, readWaivers } from '../../../conformance/index.ts';
import type { Terminal } from '../terminal.ts';
import { conformCommand } from './conform.ts';
import { startHostileTarget, startProxy } from '../../../test/support/upstream-server.ts';
import { runCommand } from '../../../test/support/process.ts';
import type { Store } from '../../store/store.ts';
import { Ledger } from '../../../conformance/ledger.ts';

const tokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

async function start(t: test.TestContext, dialect = 'specification') {
  const server = await startTestServer(t, { dialect: await loadServerDialect(dialect), isIdentified: true });
  const folder = createTemporaryFolder(t);
  const ledger = join(folder, 'ledger');
  const printed: string[] = [];
  const stop = new AbortController();
  const progress: [text: string, isMilestone?: boolean][] = [];
  const run = (args: string[], environment: NodeJS.ProcessEnv = tokens, terminal: Partial<Terminal> = {}) =>
    // The words of a subcommand come first, and of a flag that is given twice the last one counts.
    runCommand(conformCommand, args.toSpliced(args[0]!.startsWith('-') ? 0 : 1, 0, '--ledger', ledger), {
      environment,
      print: (text) => printed.push(text),
      progress: (...line) => progress.push(line),
      signal: stop.signal,
      ...terminal,
    });
  const target = (more: object = {}) => {
    const file = join(folder, `${randomUUID()}.target.json`);
    writeFileSync(file, JSON.stringify({ url: server.url, dialect: 'specification', ...more }));
    return file;
  };
  return { ...server, folder, ledger, printed, progress, stop, run, target };
}

const writing = ['--mode', 'write', '--accept-partial'];
/** What the ledger lists as not undone. */
const openWrites = (ledger: string) =>
  new Ledger(ledger).openEntries.map(({ what, id }) => what.replace('of unknown id', id ?? ''));

test('tests a deployment and lists in the ledger what it wrote', async (t) => {
  const { run, url, ledger, store, printed } = await start(t);
  assert.equal(await run(['--url', url, ...writing, '--only', 'create-result/p']), 0, printed.join('\n'));
  const results = store.all('results').filter(({ id }) => id > 2);
  assert.ok(results.length > 5);
  const listed = openWrites(ledger);
  // Some responses do not show the id of what they created.
  const unnamed = listed.filter((each) => each === 'result  in component 4');
  const unlisted = results.filter(({ id }) => !listed.includes(`result ${id} in component 4`));
  assert.ok(unlisted.length <= unnamed.length, String(unlisted.length));
  assert.match(
    printed.join('\n'),
    /Left on the target, because the API cannot undo it, listed in \S+ledger\n  result \d+ in component 4\n/,
  );
});

test('is partial after an interruption', async (t) => {
  const { run, url, stop, printed } = await start(t);
  stop.abort();
  assert.equal(await run(['--url', url, '--accept-partial']), 3);
  assert.match(printed.join('\n'), /^ {2}\d+ cases could not run: the run was interrupted$/m);
});

const readState = '{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }';
/** How to reject proposal 2, and the state that a read shows then. */
const rejection = (state = 'rejected') => ({
  actor: 'admin' as const,
  query: `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) {
    answer(input: { attributes: { state: "rejected" } }) { id } } } } }`,
  variables: {},
  check: { query: readState, variables: {}, expected: { component: { proposal: { state } } } },
});

test('cleans up again from a ledger', async (t) => {
  const { run, url, ledger, send, printed } = await start(t);
  const entry = { runId: 'r', url, dialect: 'specification', write: 'ProposalMutation.answer', isKnown: true };
  const open = new Ledger(ledger);
  open.write({ ...entry, what: 'an answer', undo: rejection() });
  open.write({ ...entry, what: 'a meeting', write: 'MeetingsMutation.createMeeting', isKnown: true });
  open.write({ ...entry, what: 'a wrong answer', undo: rejection('accepted') });
  assert.equal(await run(['cleanup', '--url', url]), 5);
  assert.equal((await send(readState)).data.component.proposal.state, 'rejected');
  assert.deepEqual(openWrites(ledger), ['a wrong answer', 'a meeting']);
  assert.match(
    printed.join('\n'),
    /^left on the target: a meeting\nnot cleaned up: a wrong answer: a read shows .*"rejected"/,
  );
});

test('refuses to clean up another deployment or from a file that does not exist', async (t) => {
  const { run, url, ledger } = await start(t);
  await assert.rejects(run(['cleanup', '--url', url]), isCommandError(2, /ledger does not exist$/));
  const entry = { runId: 'r', url: 'https://town.example/api', dialect: 'specification', write: 'M.m', isKnown: false };
  new Ledger(ledger).write({ ...entry, what: 'a write' });
  const message = `${ledger} lists writes to https://town.example/api, not to ${url}`;
  await assert.rejects(run(['cleanup', '--url', url]), isCommandError(2, message));
  await assert.rejects(run(['--url', url, '--mode', 'write']), isCommandError(2, message));
});

test('prints nothing that controls the terminal', async (t) => {
  const text = '\u001b[2J\u009b2J\u202e\r\n::error::owned admin-token';
  const component = { type: text, proposal: { answer: { [text]: text } } };
  const { url } = await startHostileTarget(t, ({ body }) =>
    // What is read before the first answer to a proposal.
    body === '' || body.includes('plenumPreflight') || /"query":"query.*executionPeriod/.test(body)
      ? undefined
      : JSON.stringify({ data: { component }, errors: [{ message: text }] }),
  );
  const { run, printed, ledger } = await start(t);
  const actions = { ...tokens, GITHUB_ACTIONS: 'true' };
  assert.equal(await run(['--url', url, '--mode', 'write', '--only', 'answer/accepted'], actions), 1);
  const entry = { runId: 'r', url, dialect: 'specification', write: 'MeetingsMutation.createMeeting', isKnown: true };
  new Ledger(ledger).write({ ...entry, what: text });
  new Ledger(ledger).write({ ...entry, write: 'M.m', isKnown: false, what: text });
  assert.equal(await run(['cleanup', '--url', url]), 5);
  for (const line of printed) {
    // oxlint-disable-next-line no-control-regex -- finds what must not be there
    assert.doesNotMatch(line, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^ *::error::/m);
    assert.ok(!line.includes('admin-token'));
  }
});

test('ends with 4 if the target stops responding, names the request and keeps the ledger complete', async (t) => {
  const { run, ledger, printed, folder } = await start(t, 'decidim-0.32');
  const target: { store?: Store } = {};
  const { url, store } = await startHostileTarget(
    t,
    () => ((target.store?.all('meetings').length ?? 0) > 14 ? (response) => void response.destroy() : undefined),
    { dialect: 'decidim-0.32' },
  );
  target.store = store;
  const out = join(folder, 'reports');
  const dialect = ['--dialect', 'decidim-0.32', '--only', 'create-meeting/'];
  assert.equal(await run(['--url', url, '--mode', 'write', '--out', out, ...dialect]), 4);
  const text = printed.join('\n');
  assert.match(text, /^ {2}\d+ cases could not run: http:\S+ had stopped responding$/m);
  assert.match(text, /^ {2}.*: the target does not respond$/m);
  const { counts } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
    counts: Record<Report['results'][number]['outcome'], number>;
  };
  assert.equal(counts.failed, 0);
  assert.ok(counts['could not run'] > 20);
  const created = store.all('meetings').filter(({ id }) => id > 4);
  assert.ok(created.length > 5);
  const listed = openWrites(ledger).toReversed();
  const [known, unknown] = [listed.slice(0, created.length), listed.slice(created.length)];
  assert.deepEqual(
    known,
    created.map(({ id }) => `meeting ${id} in component 2`),
  );
  // The mutations that got no response.
  assert.ok(unknown.length <= 5);
  for (const each of unknown) assert.match(each, /^meeting of unknown id in component \d+$/);
});

test('explains invalid options and targets in one line', async (t) => {
  const { run, url, target, folder, ledger, printed } = await start(t);
  const other = join(folder, 'other.json');
  writeFileSync(other, '{}');
  for (const [args, exitCode, message] of [
    [['--url', 'http://127.0.0.1:1/api'], 4, /http:\/\/127\.0\.0\.1:1\/api is unreachable/],
    [['--url', 'http://192.0.2.1/api', '--mode', 'write'], 2, /--confirm 192\.0\.2\.1/],
    [['--url', 'http://127.0.0.1:1/api', '--out', other], 2, /other\.json cannot be written: .* is not a folder/],
    [['--url', 'http://127.0.0.1:1/api', '--ledger', folder], 2, /cannot be written: .* is not a file/],
    [['--url', 'http://127.0.0.1:1/api', '--waivers', join(folder, 'no')], 2, /no cannot be read/],
    [['--url', 'http://127.0.0.1:1/api', '--cases', join(folder, 'no')], 2, /no is not a folder of cases/],
    [['--url', 'http://127.0.0.1:1/api', '--waivers', other], 2, /other\.json: .* must be array/],
    [['--url', url, '--dialect', 'nope'], 2, /unknown dialect nope/],
    [['--target', target({ dialect: 'nope' })], 2, /unknown dialect nope/],
    [['--target', target({ token: 'x' })], 2, /target\.json: .*additional properties/],
    [['--target', join(folder, 'absent.json')], 2, /absent\.json cannot be read/],
    [['--only', 'nope/'], 2, /no case id starts with nope/],
    [['cleanup'], 2, /cleanup needs --url URL or --target FILE/],
  ] as [string[], number, RegExp][])
    await t.test(args.join(' '), () => assert.rejects(run(args), isCommandError(exitCode, message)));
  assert.equal(existsSync(ledger), false);
  // Nothing is said of what a server is before it answers.
  assert.doesNotMatch(printed.join('\n'), /stand-in/);
});

test('chooses mode write unasked only for a stand-in', async (t) => {
  const { run, url: upstream, store, printed } = await start(t);
  const url = `${await startProxy(t, upstream)}/api`;
  const before = store.all('meetings').length;
  const only = ['--only', 'create-meeting/title', '--rate', '1000/s', '--accept-partial'];
  // Nothing is judged: the server skips what is to be judged.
  assert.equal(await run(['--url', url, ...only]), 3);
  assert.equal(store.all('meetings').length, before);
  assert.match(printed[0]!, /^Mode validate: this server is not a stand-in.* --mode write writes\.$/);
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  printed.length = 0;
  assert.equal(await run(['--url', standIn.url, ...only]), 0);
  assert.match(printed.join('\n'), /✔ No difference in \d+ cases? of write mode \(only create-meeting\/title\)/);
  assert.doesNotMatch(printed.join('\n'), /Mode validate/);
});

/** Starts a stand-in that answers mutations of one name with an error, and everything else correctly. */
const startFaulty = async (t: test.TestContext) => {
  const faults: Record<string, boolean> = {};
  const { url } = await startHostileTarget(t, ({ body }) =>
    Object.entries(faults).some(([text, isOn]) => isOn && body.includes(text))
      ? JSON.stringify({ data: null, errors: [{ message: 'broken' }] })
      : undefined,
  );
  return { url, faults };
};

test('with waivers that a run wrote, only new failures fail a later run', async (t) => {
  const { run, folder, printed } = await start(t);
  const { url, faults } = await startFaulty(t);
  const options = ['--url', url, '--mode', 'observe', '--only', 'read/', '--accept-partial'];
  const waivers = join(folder, 'waivers.json');
  faults['hasPreviousPage'] = true;
  faults['one: translation'] = true;
  assert.equal(await run([...options, '--write-waivers', waivers]), 1);
  const known = readWaivers(waivers).map(({ id }) => id);
  assert.ok(known.length > 0);
  printed.length = 0;
  assert.equal(await run([...options, '--waivers', waivers]), 6);
  for (const id of known) assert.ok(printed.join('\n').includes(`  ${id} is waived: `));

  faults['one: translation'] = false;
  faults['reference'] = true;
  printed.length = 0;
  assert.equal(await run([...options, '--waivers', waivers]), 1);
  assert.match(printed.join('\n'), / {2}the waiver of read\/[\w-]+ excuses nothing: it passes: remove the waiver/);
  await assert.rejects(run([...options, '--write-waivers', waivers]), isCommandError(2, 'nothing is overwritten'));
});

test('sends nothing before every path is checked', async (t) => {
  const { run, folder } = await start(t);
  let requests = 0;
  const { url } = await startHostileTarget(t, () => {
    requests += 1;
    return undefined;
  });
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const option of ['--out', '--ledger', '--waivers', '--cases'])
    await assert.rejects(run(['--url', url, option, join(file, 'below')]), isCommandError(2, 'below'));
  assert.equal(requests, 0);
});

test('in GitHub Actions, annotates failing cases and appends a step summary', async (t) => {
  const { run, folder, printed } = await start(t);
  const { url, faults } = await startFaulty(t);
  faults['hasPreviousPage'] = true;
  const summary = join(folder, 'summary');
  writeFileSync(summary, 'before\n');
  const environment = { ...tokens, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  assert.equal(await run(['--url', url, '--mode', 'observe', '--only', 'read/'], environment), 1);
  const annotations = printed.filter((line) => line.startsWith('::'));
  assert.ok(annotations.length > 0);
  for (const line of annotations)
    assert.match(
      line,
      /^::error file=fixtures\/cases\/read\/[\w-]+\.yaml,line=\d+,title=Conformance%3A read\/[\w-]+::\S.*$/,
    );
  assert.match(readFileSync(summary, 'utf8'), /^before\n## ❌ Not conformant: /);
  printed.length = 0;
  assert.equal(await run(['--url', url, '--mode', 'observe', '--only', 'read/']), 1);
  assert.deepEqual(
    printed.filter((line) => line.startsWith('::')),
    [],
  );
});

test('shows how many cases have run, and keeps a line after every 50', async (t) => {
  const { run, url, progress } = await start(t);
  const args = ['--url', url, '--mode', 'observe', '--only', 'create-meeting/'];
  const total = loadCases().filter(({ id }) => id.startsWith('create-meeting/')).length;
  await run(args);
  assert.equal(progress.at(-2)![0], `${total} of ${total} cases`);
  assert.equal(progress.at(-1)![0], '');
  assert.deepEqual(
    progress.filter(([, isMilestone]) => isMilestone).map(([text]) => text),
    Array.from({ length: Math.floor(total / 50) }, (_, index) => `${50 * (index + 1)} of ${total} cases`),
  );
});
