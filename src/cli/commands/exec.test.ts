import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { runCommand } from '../../../test/support/process.ts';

test('on Windows, exec finds npm.cmd and runs it in the shell, with its arguments quoted', async (t) => {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'npm.cmd'), '');
  const { platform } = process;
  t.after(() => {
    Object.defineProperty(process, 'platform', { value: platform });
    mock.restoreAll();
    syncBuiltinESMExports();
  });
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const spawned: [string, string[], { env: NodeJS.ProcessEnv }][] = [];
  mock.method(childProcess, 'spawn', (...call: (typeof spawned)[number]) => {
    spawned.push(call);
    const child = new EventEmitter();
    setImmediate(() => child.emit('exit', 0, null));
    return child;
  });
  syncBuiltinESMExports();
  // What finds commands reads the platform when it is loaded.
  const { execCommand } = await import('./exec.ts');
  const environment = { PATH: folder, PATHEXT: '.CMD', comspec: 'cmd.exe' };
  assert.equal(await runCommand(execCommand, ['--', 'npm', 'test', 'a b&c'], { environment }), 0);
  const [command, args, options] = spawned[0]!;
  assert.deepEqual([command, args.slice(0, 3)], ['cmd.exe', ['/d', '/s', '/c']]);
  assert.equal(args[3], '"npm ^"test^" ^"a^ b^&c^""');
  assert.match(options.env['PLENUM_URL']!, /^http:/);
});
