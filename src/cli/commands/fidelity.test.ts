import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { startInProcessTarget } from '../../targets/in-process.ts';
import { fidelityCommand } from './fidelity.ts';
import { runCommand } from '../../../test/support/run-command.ts';

const authRecordings = readFileSync(
  new URL('../../../fixtures/recordings/decidim-0.32.2/auth.json', import.meta.url),
  'utf8',
);

function createTerminal(colors = false) {
  const printed: string[] = [];
  const abort = new AbortController();
  return {
    environment: {},
    print: (text: string) => printed.push(...text.split('\n')),
    progress: () => {},
    colors,
    signal: abort.signal,
    stop: () => abort.abort(),
    printed,
    /** The printed lines with single spaces between columns. */
    lines: () => printed.map((line) => line.replace(/ +/g, ' ')),
  };
}

/** Writes the four exchanges of `auth`, the first with this status and name, to a temporary folder. */
function writeRecordings(t: test.TestContext, status = 200, name = 'auth/basic-scheme'): string {
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [first, ...others] = JSON.parse(authRecordings) as { response: object }[];
  const changed = { ...first, name, response: { ...first!.response, status } };
  writeFileSync(join(folder, 'auth.json'), JSON.stringify([changed, ...others]));
  return folder;
}

test('fails and prints the differences if a group is below its minimum counts', async (t) => {
  const terminal = createTerminal();
  assert.equal(await runCommand(fidelityCommand, ['--recordings', writeRecordings(t, 201)], terminal), 1);
  assert.deepEqual(terminal.lines(), [
    ' exchanges same outcome equal response',
    'auth 4 3 3',
    'all exchanges 4 3 3',
    '',
    '✘ auth/basic-scheme (283, anonymous): the outcome differs',
    ' status',
    ' expected 201',
    ' found 200',
    '',
    '✘ auth: same outcome in 3 of 4 exchanges, the minimum is 4',
    '✘ auth: equal response in 3 of 4 exchanges, the minimum is 4',
  ]);
});

test('an unknown group of other recordings has no minimum counts', async (t) => {
  const folder = writeRecordings(t, 201, 'unknown/basic-scheme');
  const terminal = createTerminal(true);
  assert.equal(await runCommand(fidelityCommand, ['--recordings', folder, '--verbose', '--group', 'unk'], terminal), 0);
  const text = terminal.printed.join('\n');
  assert.match(stripVTControlCharacters(text), /^✘ unknown\/basic-scheme.*\n {4}POST \/api ".*session/m);
  assert.notEqual(stripVTControlCharacters(text), text);
  assert.doesNotMatch(text, /^auth/m);
});

test('replays against the server at --url', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32', listens: true });
  t.after(() => target.close());
  await target.reset!();
  const terminal = createTerminal();
  assert.equal(
    await runCommand(fidelityCommand, ['--recordings', writeRecordings(t), '--url', target.url], terminal),
    0,
  );
  assert.equal(terminal.lines().at(-2), 'all exchanges 4 4 4');
});

test('an interrupted run fails without a verdict', async (t) => {
  const terminal = createTerminal();
  terminal.stop();
  assert.equal(await runCommand(fidelityCommand, ['--recordings', writeRecordings(t)], terminal), 1);
  assert.equal(terminal.printed.at(-1), '✘ stopped after 0 exchanges, without a verdict');
});

const invalidArguments: [args: string[], exitCode: number, message: RegExp][] = [
  [['--group', 'nope'], 2, /^no group of .* starts with nope/],
  [['--recordings', '/nowhere'], 2, /^\/nowhere cannot be read/],
  [['--dialect', 'nope'], 2, /^unknown dialect nope; there are specification, /],
  [['--url', 'http://127.0.0.1:1/api'], 4, /^http:\/\/127\.0\.0\.1:1\/api does not respond/],
];
for (const [args, exitCode, message] of invalidArguments)
  test(`${args.join(' ')} ends with exit code ${exitCode}`, async () => {
    await assert.rejects(runCommand(fidelityCommand, args, createTerminal()), { exitCode, message });
  });
