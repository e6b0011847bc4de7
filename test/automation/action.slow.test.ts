import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createTemporaryFolder } from '../support/folders.ts';

interface Action {
  runs: { steps: { id?: string; run?: string }[] };
}
const action = parse(readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8')) as Action;
const script = action.runs.steps.find(({ id }) => id === 'run')!.run!;

const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** Runs the script of action.yml as GitHub does, with an `npx` that prints its arguments and ends with a code. */
function run(t: TestContext, inputs: { COMMAND: string; ARGUMENTS?: string }, code = 0) {
  const folder = createTemporaryFolder(t);
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments"\nexit ${code}\n`);
  chmodSync(npx, 0o755);
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [folder, process.env['PATH']].join(delimiter),
      GITHUB_OUTPUT: output,
      VERSION: '1.2.3',
      REPORT: '/report',
      ARGUMENTS: '',
      ...inputs,
    },
  });
  return { status, stdout, output: lines(output), words: () => lines(join(folder, 'arguments')) };
}

test('the action passes the arguments on as words, and expands nothing in them', (t) => {
  const ARGUMENTS = `src --dialect 'decidim-0.31,decidim-0.32' "a b" $(touch x) \`id\` *`;
  const { status, output, words } = run(t, { COMMAND: 'documents', ARGUMENTS });
  const expected = ['src', '--dialect', 'decidim-0.31,decidim-0.32', 'a b', '$(touch', 'x)', '`id`', '*'];
  assert.deepEqual(words(), ['--yes', 'plenum@1.2.3', 'documents', ...expected, '--out', '/report']);
  assert.deepEqual(output, ['exit-code=0', 'report=/report']);
  assert.equal(status, 0);
});

test('the action without arguments passes none on, and fails with the exit code of the command', (t) => {
  const { status, output, words } = run(t, { COMMAND: 'conform' }, 3);
  assert.deepEqual(words(), ['--yes', 'plenum@1.2.3', 'conform', '--out', '/report']);
  assert.deepEqual(output, ['exit-code=3', 'report=/report']);
  assert.equal(status, 3);
});

test('the action runs no other command', (t) => {
  const { status, stdout } = run(t, { COMMAND: 'serve' });
  assert.equal(status, 2);
  assert.match(stdout, /^::error::command is "serve"; it must be conform or documents$/m);
});
