import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CommandError } from '../../errors.ts';
import { startInProcessTarget } from '../../../conformance/targets/in-process.ts';
import { diffCommand } from './diff.ts';
import { demoTokens, startHostileTarget } from '../../../test/support/hostile-target.ts';
import { runCommand } from '../../../test/support/run-command.ts';
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
    colors: false,
    signal: new AbortController().signal,
  };
  return { code: await runCommand(diffCommand, args, terminal), text: printed.join('\n') };
}

const headers = { 'Content-Type': 'application/json' };
const existingMeetingBody = JSON.stringify({
  query: '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id } } } }',
});

const invalidKnownCauses = join(folder, 'known.json');
writeFileSync(invalidKnownCauses, '[{ "cause": "Meeting" }]');

const invalidArguments: [name: string, args: string[], code: number, message: RegExp][] = [
  ['a missing server b', [], 2, /^--b is required/],
  ['an unknown flag', ['--b', 'self', '--nope'], 2, /^unknown option '--nope'.* See plenum diff --help\.$/],
  [
    'an invalid number',
    ['--b', 'self', '--seed', 'x'],
    2,
    /^--seed must be a whole number from 0 to 999999999, not "x"/,
  ],
  ['an unknown mode', ['--b', 'self', '--mode', 'read'], 2, /^--mode must be validate or write, not "read"/],
  [
    'an unknown dialect',
    ['--b', 'self', '--dialect', 'x'],
    2,
    /^unknown dialect x; there are specification, decidim-0\.32/,
  ],
  ['a missing target file', ['--b', join(folder, 'no.json')], 2, /no\.json cannot be read/],
  [
    'known causes without a reason',
    ['--b', 'self', '--known', invalidKnownCauses],
    2,
    /known\.json: \/0 must have required property 'reason'/,
  ],
  [
    'a missing token',
    ['--b', 'http://127.0.0.1:1/api'],
    2,
    /PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN are not set/,
  ],
];
for (const [name, args, code, message] of invalidArguments)
  test(`rejects ${name}`, () => assert.rejects(run(args), { exitCode: code, message }));

test('a server that does not respond is unreachable', async () => {
  await assert.rejects(run(['--b', 'http://127.0.0.1:1/api'], tokens), (error: CommandError) => {
    assert.equal(error.exitCode, 4);
    return error.message.startsWith('--b http://127.0.0.1:1/api cannot be reached: ');
  });
});

test('writes only to local servers with an unchanged demo world', async () => {
  const self = await startInProcessTarget({ dialect: 'decidim-0.32' });
  test.after(() => self.close());
  await self.reset!();
  await assertUnwrittenLocalTargets({ a: self, b: self });
  const remote = { ...self, url: 'https://town.example/api' };
  await assert.rejects(assertUnwrittenLocalTargets({ a: self, b: remote }), {
    exitCode: 2,
    message: /not for https:\/\/town\.example/,
  });
  const changed = { ...self, send: () => self.send({ method: 'POST', headers, body: existingMeetingBody }) };
  await assert.rejects(assertUnwrittenLocalTargets({ a: self, b: changed }), {
    exitCode: 2,
    message: /^--b .* has new records/,
  });
});

test('prints the help', async () => {
  const { code, text } = await run(['--help']);
  assert.equal(code, 0);
  assert.match(text, /^Usage: plenum diff [\s\S]*--b <SERVER>[\s\S]*Exit codes: 0/);
});

test('finds no difference between two stand-ins that write', async () => {
  const out = join(folder, 'report.json');
  const { code, text } = await run(['--b', 'self', '--mode', 'write', '--mutations', '200', '--out', out]);
  assert.equal(code, 0, text);
  assert.match(text, /^mutations +200 sent   same outcome 200 \(100 %\)   equal response 200 \(100 %\)/m);
  const { phases, causes, seed } = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    [phases, causes, seed],
    [[{ phase: 'mutations', sent: 200, sameOutcome: 200, equal: 200, explained: 200 }], [], 1],
  );
});

test('compares a hostile server without harm, and shows no token', async (t) => {
  const token = 'aK9/fT+2xQ.admin_of-the-town~7731';
  const bodies = [
    `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    JSON.stringify({ data: { [`\u009b2J ${token.slice(0, 12)}`]: `\u202e${token.toUpperCase()}` } }),
    ' '.repeat(11_000_000),
    '{"data":5,"errors":[null,5,{"path":5,"extensions":7,"message":{"toString":1}}]}',
  ];
  let requests = 0;
  const { url } = await startHostileTarget(
    t,
    ({ body }) => {
      if (body.includes('session { user { id } }')) return undefined;
      requests += 1;
      return bodies[requests % bodies.length];
    },
    { dialect: 'decidim-0.32', tokens: { [token]: 'admin-token' } },
  );
  const out = join(folder, 'hostile.json');
  const environment = { ...demoTokens, PLENUM_ADMIN_TOKEN: token };
  const { code, text } = await run(['--a', 'self', '--b', url, '--mutations', '8', '--out', out], environment);
  assert.equal(code, 1);
  assert.match(text, /the response is nested deeper than 100 levels/);
  assert.match(text, /the response is longer than 10 MB/);
  for (const output of [text, readFileSync(out, 'utf8')]) {
    assert.doesNotMatch(output, /[\u0080-\u009f\u202e]/);
    for (const part of [token.slice(0, 12), token.toUpperCase()]) assert.ok(!output.includes(part));
  }
});
