import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { runFidelity } from '../../src/cli/commands/fidelity.ts';

const auth = readFileSync(new URL('../../fixtures/recorded/decidim-0.32.2/auth.json', import.meta.url), 'utf8');

function terminal(colours = false) {
  const printed: string[] = [];
  const stop = new AbortController();
  return {
    environment: {},
    print: (text: string) => printed.push(...text.split('\n')),
    progress: () => {},
    colours,
    signal: stop.signal,
    end: () => stop.abort(),
    printed,
    /** What was printed, without the blanks that make columns. */
    lines: () => printed.map((line) => line.replace(/ +/g, ' ')),
  };
}

/** The four exchanges of `auth`, one of which may have been recorded otherwise. */
function folderOf(t: test.TestContext, status = 200, name = 'auth/basic-scheme'): string {
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [first, ...others] = JSON.parse(auth) as { response: object }[];
  const changed = { ...first, name, response: { ...first!.response, status } };
  writeFileSync(join(folder, 'auth.json'), JSON.stringify([changed, ...others]));
  return folder;
}

test('the stand-in answers as it was recorded, as far as the recorded numbers say', async () => {
  const screen = terminal();
  assert.equal(await runFidelity([], screen), 0, screen.printed.slice(-40).join('\n'));
  const numbers = screen.printed.find((line) => line.startsWith('all exchanges'));
  assert.match(numbers ?? '', /^all exchanges +411 +\d+ +\d+$/);
});

test('a group that falls below its numbers fails the run, and what differs is shown', async (t) => {
  const screen = terminal();
  assert.equal(await runFidelity(['--recordings', folderOf(t, 201)], screen), 1);
  assert.deepEqual(screen.lines(), [
    ' exchanges same outcome whole equal',
    'auth 4 3 3',
    'all exchanges 4 3 3',
    '',
    '✘ auth/basic-scheme (283, anonymous): the outcome differs',
    ' status',
    ' expected 201',
    ' found 200',
    '',
    '✘ auth: same outcome in 3 of 4, and the recorded number is 4',
    '✘ auth: whole answer equal in 3 of 4, and the recorded number is 4',
  ]);
});

test('a group that is not known has no numbers to reach', async (t) => {
  const folder = folderOf(t, 201, 'unknown/basic-scheme');
  const screen = terminal(true);
  assert.equal(await runFidelity(['--recordings', folder, '--verbose', '--group', 'unk'], screen), 0);
  const text = screen.printed.join('\n');
  assert.match(stripVTControlCharacters(text), /^✘ unknown\/basic-scheme.*\n {4}POST \/api ".*session/m);
  assert.notEqual(stripVTControlCharacters(text), text);
  assert.doesNotMatch(text, /^auth/m);
});

test('a server that is named is sent the same', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  await target.reset!();
  const screen = terminal();
  assert.equal(await runFidelity(['--recordings', folderOf(t), '--url', target.url], screen), 0);
  assert.equal(screen.lines().at(-2), 'all exchanges 4 4 4');
});

test('a run that is stopped judges nothing', async (t) => {
  const screen = terminal();
  screen.end();
  assert.equal(await runFidelity(['--recordings', folderOf(t)], screen), 1);
  assert.equal(screen.printed.at(-1), '✘ stopped after 0 exchanges: nothing was judged');
});

test('help is printed', async () => {
  const screen = terminal();
  assert.equal(await runFidelity(['--help'], screen), 0);
  assert.match(screen.printed.join('\n'), /^plenum fidelity \[FLAGS\]: [\s\S]*--group PREFIX[\s\S]*Exit codes: 0/);
});

const refusals: [args: string[], exitCode: number, message: RegExp][] = [
  [['--recordins', 'x'], 2, /^Unknown option '--recordins' \(plenum fidelity --help/],
  [['--url', 'localhost:3000'], 2, /^--url must be an http or https URL, not localhost:3000/],
  [['--url', 'ftp://localhost'], 2, /^--url must be an http or https URL/],
  [['--group', 'nope'], 2, /^no group of .* begins with nope/],
  [['--recordings', '/nowhere'], 2, /^\/nowhere cannot be read/],
  [['--url', 'http://127.0.0.1:1/api'], 4, /^http:\/\/127\.0\.0\.1:1\/api does not answer/],
];
for (const [args, exitCode, message] of refusals)
  test(`${args.join(' ')} ends with exit code ${exitCode}`, async () => {
    await assert.rejects(runFidelity(args, terminal()), { exitCode, message });
  });
