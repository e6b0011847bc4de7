import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runPlenum, startPlenum } from '../../test/support/process.ts';

const query = `const response = await fetch(process.env.PLENUM_URL, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ component(id: 2) { id } }' }),
});
console.log(process.env.PLENUM_URL, await response.text());`;
const node = (code: string): string[] => ['exec', '--', process.execPath, '--input-type=module', '--eval', code];
const waitForSignal = (name: string, code: string) =>
  node(`setTimeout(() => {}, 30_000); process.on('${name}', () => { ${code} }); console.log('ready');`);

describe('plenum exec', { concurrency: 2, timeout: 180_000 }, () => {
  test('runs a command with the URL of a stand-in', async (t) => {
    const { code, stdout, stderr } = await runPlenum(t, node(query));
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\/api {"data":{"component":{"id":"2"}}}\n$/);
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('ends with the exit code of the command, whose arguments can be flags', async (t) => {
    const args = ['exec', '--', 'bash', '-c', 'exit $0', '7', '--world', 'x'];
    assert.equal((await runPlenum(t, args)).code, 7);
  });

  test('ends like a shell if a signal ends the command', async (t) => {
    assert.equal((await runPlenum(t, ['exec', '--', 'bash', '-c', 'kill -KILL $$'])).code, 137);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    test(`passes ${signal} on, every time, and waits for the command`, async (t) => {
      const counting =
        "globalThis.count = (globalThis.count ?? 0) + 1; console.log('got', count); if (count === 2) process.exit(3);";
      const plenum = startPlenum(t, waitForSignal(signal, counting));
      await plenum.waitForOutput('stdout', /ready/);
      plenum.child.kill(signal);
      await plenum.waitForOutput('stdout', /got 1/);
      plenum.child.kill(signal);
      assert.equal((await plenum.result).code, 3);
    });

  test('ends with 127 if the command does not exist', async (t) => {
    const { code, stderr } = await runPlenum(t, ['exec', '--', 'no-such-command']);
    assert.equal(code, 127);
    assert.match(stderr, /^plenum: no-such-command cannot be run: .*ENOENT\n$/);
  });

  test('ends with 2 without a command, and for a wrong option', async (t) => {
    for (const [args, message] of [
      [['exec'], /missing required argument 'command'/],
      [['exec', '--memory', '--', 'true'], /unknown option '--memory'/],
      [['exec', '--dialect', 'x', '--', 'true'], /unknown dialect x/],
    ] as const) {
      const { code, stderr } = await runPlenum(t, [...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
  });
});
