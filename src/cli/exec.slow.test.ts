import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCommandError } from '../../test/support/folders.ts';
import { captureCommand, runPlenum, startPlenum } from '../../test/support/process.ts';
import { createProgram } from './program.ts';

const query = `const response = await fetch(process.env.PLENUM_URL, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ component(id: 2) { id } }' }),
});
console.log(process.env.PLENUM_URL, await response.text());`;
const node = (code: string): string[] => ['exec', '--', process.execPath, '--input-type=module', '--eval', code];
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Prints each signal that it gets, and ends with 3 after each came twice. */
const countSignals = `let count = 0;
setTimeout(() => {}, 30_000);
for (const name of ${JSON.stringify(signals)})
  process.on(name, () => {
    console.log('got', name, ++count);
    if (count === 6) process.exit(3);
  });
console.log('ready');`;

describe('plenum exec', { timeout: 180_000 }, () => {
  test('runs a command with the URL of a stand-in', async (t) => {
    const { code, stdout, stderr } = await runPlenum(t, node(query));
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\/api {"data":{"component":{"id":"2"}}}\n$/);
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('passes signals on, every time, and waits for the command', async (t) => {
    const plenum = startPlenum(t, node(countSignals));
    await plenum.waitForOutput('stdout', /ready/);
    for (const [index, signal] of [...signals, ...signals].entries()) {
      plenum.child.kill(signal);
      if (index < 5) await plenum.waitForOutput('stdout', new RegExp(`got ${signal} ${index + 1}\n`));
    }
    assert.equal((await plenum.result).code, 3);
  });

  test('ends with the exit code of the command, whose arguments can be flags', async () => {
    const args = ['exec', '--', 'bash', '-c', 'exit $0', '7', '--world', 'x'];
    assert.equal((await captureCommand(createProgram, args)).code, 7);
  });

  test('ends like a shell if a signal ends the command', async () => {
    assert.equal((await captureCommand(createProgram, ['exec', '--', 'bash', '-c', 'kill -KILL $$'])).code, 137);
  });

  for (const [args, code, message] of [
    [['--', 'no-such-command'], 127, /^no-such-command cannot be run: .*ENOENT$/],
    [[], 2, "missing required argument 'command'"],
    [['--memory', '--', 'true'], 2, "unknown option '--memory'"],
    [['--dialect', 'x', '--', 'true'], 2, 'unknown dialect x'],
  ] as const)
    test(`ends with ${code} for: exec ${args.join(' ')}`, () =>
      assert.rejects(captureCommand(createProgram, ['exec', ...args]), isCommandError(code, message)));
});
