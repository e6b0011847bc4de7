import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CommandError } from '../../errors.ts';
import { startInProcessTarget } from '../../targets/in-process.ts';
import { diffCommand } from './diff.ts';
import { demoTokens, startHostileTarget } from '../../../test/support/hostile-target.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { demoWorldFolder } from '../../cases/demo-world.ts';
import { createStandIn } from '../../stand-in/stand-in.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { assertWritable } from '../../../tools/diff/targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'plenum-diff-'));
test.after(() => rmSync(folder, { recursive: true }));

const tokens = { PLENUM_ADMIN_TOKEN: 'a', PLENUM_MEMBER_TOKEN: 'm', PLENUM_OTHER_TOKEN: 'o' };
async function run(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const printed: string[] = [];
  const terminal = {
    environment,
    print: (text: string) => void printed.push(text),
    progress: () => {},
    columns: undefined,
    colors: false,
    signal: new AbortController().signal,
  };
  return { code: await runCommand(diffCommand, args, terminal), text: printed.join('\n') };
}

const invalidKnownCauses = join(folder, 'known.json');
writeFileSync(invalidKnownCauses, '[{ "cause": "Meeting" }]');

const noKnownCauses = join(folder, 'none.json');
writeFileSync(noKnownCauses, '[]');

const invalidArguments: [name: string, args: string[], code: number, message: RegExp][] = [
  ['a missing server b', [], 2, /^--b is required/],
  ['an unknown flag', ['--b', 'self', '--nope'], 2, /^unknown option '--nope'.* See plenum diff --help\.$/],
  [
    'an invalid number',
    ['--b', 'self', '--seed', 'x'],
    2,
    /^--seed must be a whole number from 0 to 999999999, not "x"/,
  ],
  ['an unknown mode', ['--b', 'self', '--mode', 'read'], 2, /^--mode must be observe or validate or write, not "read"/],
  ['an invalid path', ['--b', 'self', '--path', '1:x'], 2, /^--path must be numbers with colons between them/],
  [
    'an unknown dialect',
    ['--b', 'self', '--dialect', 'x'],
    2,
    /^unknown dialect x; there are specification, decidim-0\.29/,
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

test('writes only to servers that can be reset or are on this machine', async (t) => {
  const self = await startInProcessTarget();
  t.after(() => self.close());
  const remote = { ...self, url: 'https://town.example/api' };
  assertWritable({ a: self, b: remote });
  assertWritable({ a: self, b: { ...self, reset: undefined } });
  assert.throws(() => assertWritable({ a: self, b: { ...remote, reset: undefined } }), {
    exitCode: 2,
    message: /not for https:\/\/town\.example/,
  });
});

test('rejects servers with different records', async (t) => {
  const world = createTemporaryFolder(t);
  cpSync(demoWorldFolder, world, { recursive: true });
  const meetings = JSON.parse(readFileSync(join(world, 'meetings.json'), 'utf8')) as unknown[];
  writeFileSync(join(world, 'meetings.json'), JSON.stringify(meetings.slice(0, -1)));
  const other = await createStandIn({ world });
  t.after(() => other.close());
  await assert.rejects(run(['--a', 'specification', '--dialect', 'specification', '--b', other.url], demoTokens), {
    exitCode: 2,
    message: /^the servers have different records: load the same world into both/,
  });
});

test('a stand-in with a URL is compared in a session of its own, which is dropped at the end', async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  const args = [
    '--a',
    'specification',
    '--dialect',
    'specification',
    '--b',
    standIn.url,
    '--mode',
    'write',
    '--requests',
    '60',
  ];
  const { code, text } = await run(args, demoTokens);
  assert.equal(code, 0, text);
  assert.match(text, /^mutations +\d\d sent /m);
  assert.equal(standIn.requests.count(), 0);
  const response = await fetch(new URL('/__admin/sessions', standIn.url));
  assert.deepEqual(await response.json(), { sessions: [] });
});

test('saves a case of each disagreement, and repeats it by its path', async (t) => {
  const drafts = createTemporaryFolder(t);
  const args = ['--a', 'specification', '--b', 'decidim-0.32', '--mode', 'observe', '--known', noKnownCauses];
  const { code, text } = await run([...args, '--requests', '15', '--seed', '2', '--save-case', drafts]);
  assert.equal(code, 1);
  const [, path] = /--seed 2 --path ([\d:]+)/.exec(text)!;
  const [, cause] = /^1\. (.+)$/m.exec(text)!;
  const files = readdirSync(drafts, { recursive: true }) as string[];
  assert.ok(
    files.some((file) => file.endsWith('recorded-1.yaml')),
    files.join(),
  );
  const repeated = await run([...args, '--seed', '2', '--path', path!]);
  assert.equal(repeated.code, 1);
  assert.ok(repeated.text.includes(`1. ${cause!}\n`), repeated.text);
});

test('prints the help', async () => {
  const { code, text } = await run(['--help']);
  assert.equal(code, 0);
  assert.match(text, /^Usage: plenum diff [\s\S]*--b <SERVER>[\s\S]*Exit codes: 0/);
});

for (const dialect of ['specification', 'decidim-0.32'])
  test(`finds no difference between two stand-ins that write: ${dialect}`, async () => {
    const out = join(folder, 'report.json');
    const { code, text } = await run([
      '--b',
      'self',
      '--dialect',
      dialect,
      '--mode',
      'write',
      '--requests',
      '150',
      '--out',
      out,
    ]);
    assert.equal(code, 0, text);
    const { phases, disagreements, seed } = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
    const [{ sent: queries }, { sent: mutations, equal }] = phases as [
      { sent: number },
      { sent: number; equal: number },
    ];
    assert.equal(queries + mutations, 150);
    assert.ok(mutations > 50);
    assert.equal(equal, mutations);
    assert.deepEqual([disagreements, seed], [[], 1]);
  });

test('compares a hostile server without harm, and shows no token', async (t) => {
  const token = 'aK9/fT+2xQ.admin_of-the-town~7731';
  const bodies = [
    `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    JSON.stringify({ data: { [`\u009b2J ${token.slice(0, 12)}`]: `\u202e${token.toUpperCase()}` } }),
    ' '.repeat(10_000_001),
    '{"data":5,"errors":[null,5,{"path":5,"extensions":7,"message":{"toString":1}}]}',
  ];
  const { url } = await startHostileTarget(
    t,
    ({ body }) => {
      // The queries before the generated ones have no names and no variables.
      if (!body.startsWith('{"query":"query') && !body.startsWith('{"query":"mutation')) return undefined;
      // The same request gets the same response, so that it can be shrunk.
      return bodies[body.length % bodies.length];
    },
    { dialect: 'decidim-0.32', tokens: { [token]: 'admin-token' } },
  );
  const out = join(folder, 'hostile.json');
  const environment = { ...demoTokens, PLENUM_ADMIN_TOKEN: token };
  const { code, text } = await run(
    ['--a', 'self', '--b', url, '--mode', 'observe', '--requests', '6', '--out', out],
    environment,
  );
  assert.equal(code, 1);
  assert.match(text, /the response is nested deeper than 100 levels/);
  assert.match(text, /the response is longer than 10 MB/);
  for (const output of [text, readFileSync(out, 'utf8')]) {
    assert.doesNotMatch(output, /[\u0080-\u009f\u202e]/);
    for (const part of [token.slice(0, 12), token.toUpperCase()]) assert.ok(!output.includes(part));
  }
});
