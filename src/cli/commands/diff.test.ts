import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CommandError } from '../../errors.ts';
import { startInProcessTarget } from '../../../conformance/targets/in-process.ts';
import { runDiff } from './diff.ts';
import { assertUnwrittenLocalTargets } from '../../../tools/diff/targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'plenum-diff-'));
test.after(() => rmSync(folder, { recursive: true }));

const tokens = { PLENUM_ADMIN_TOKEN: 'a', PLENUM_MEMBER_TOKEN: 'm', PLENUM_OTHER_TOKEN: 'o' };
async function run(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const printed: string[] = [];
  const terminal = {
    environment,
    print: (text: string) => void printed.push(text),
    progress: () => {},
    colours: false,
    signal: new AbortController().signal,
  };
  return { code: await runDiff(args, terminal), text: printed.join('\n') };
}

const json = { 'Content-Type': 'application/json' };
const firstMeeting = JSON.stringify({ query: '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id } } } }' });

const known = join(folder, 'known.json');
writeFileSync(known, '[{ "cause": "Meeting" }]');

const wrong: [name: string, args: string[], code: number, message: RegExp][] = [
  ['no other server', [], 2, /^--b is needed/],
  ['an unknown flag', ['--b', 'self', '--nope'], 2, /^Unknown option '--nope' \(plenum diff --help/],
  ['a number that is none', ['--b', 'self', '--seed', 'x'], 2, /^--seed must be a whole number, not x/],
  ['an unknown mode', ['--b', 'self', '--mode', 'read'], 2, /^--mode must be validate or write, not read/],
  [
    'an unknown dialect',
    ['--b', 'self', '--dialect', 'x'],
    2,
    /^unknown dialect x; there are specification, decidim-0\.32$/,
  ],
  ['a target file that is not there', ['--b', join(folder, 'no.json')], 2, /no\.json cannot be read/],
  [
    'known differences without a reason',
    ['--b', 'self', '--known', known],
    2,
    /known\.json: \/0 must have required property 'reason'/,
  ],
  ['a token that is not there', ['--b', 'http://127.0.0.1:1/api'], 2, /PLENUM_ADMIN_TOKEN is not set/],
];
for (const [name, args, code, message] of wrong)
  test(`${name} is refused in one line`, () => assert.rejects(run(args), { exitCode: code, message }));

test('a server that does not answer is unreachable', async () => {
  await assert.rejects(run(['--b', 'http://127.0.0.1:1/api'], tokens), (error: CommandError) => {
    assert.equal(error.exitCode, 4);
    return error.message.startsWith('--b http://127.0.0.1:1/api cannot be reached: ');
  });
});

test('writing goes to fresh servers of this machine only', async () => {
  const self = await startInProcessTarget({ dialect: 'decidim-0.32' });
  test.after(() => self.close());
  await self.reset!();
  await assertUnwrittenLocalTargets({ a: self, b: self });
  const elsewhere = { ...self, url: 'https://town.example/api' };
  await assert.rejects(assertUnwrittenLocalTargets({ a: self, b: elsewhere }), {
    exitCode: 2,
    message: /not to https:\/\/town\.example/,
  });
  const written = { ...self, send: () => self.send({ method: 'POST', headers: json, body: firstMeeting }) };
  await assert.rejects(assertUnwrittenLocalTargets({ a: self, b: written }), {
    exitCode: 2,
    message: /^--b .* has been written to/,
  });
});

test('help is printed', async () => {
  const { code, text } = await run(['--help']);
  assert.equal(code, 0);
  assert.match(text, /^plenum diff --b SERVER/);
});

test('the stand-in agrees with itself, also in what it writes', async () => {
  const out = join(folder, 'report.json');
  const { code, text } = await run(['--b', 'self', '--mode', 'write', '--mutations', '200', '--out', out]);
  assert.equal(code, 0, text);
  assert.match(text, /^mutations +200 sent   same outcome 200 \(100 %\)   whole answer equal 200 \(100 %\)/m);
  const { phases, causes, seed } = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    [phases, causes, seed],
    [[{ phase: 'mutations', sent: 200, sameOutcome: 200, equal: 200, explained: 200 }], [], 1],
  );
});
