import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../test/support/folders.ts';

const script = fileURLToPath(new URL('../../test/support/lock-contender.ts', import.meta.url));
const rounds = 100;

function startContender(t: TestContext, base: string, self: string, other: string) {
  const args = ['--import', 'tsx', script, base, String(rounds), self, other];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const outcomes = text(child.stdout).then((printed) => JSON.parse(printed) as string[]);
  return { refusal: new RegExp(`^\\S+ is in use by the plenum process ${child.pid};`), outcomes };
}

const rows: [string, string | undefined][] = [
  ['without a lock', undefined],
  ['with the lock of a process that ended', JSON.stringify({ pid: process.pid, started: 'long ago' })],
];
for (const [what, lock] of rows) {
  test(`of two processes at once, one gets a folder ${what}, and the other is told which`, async (t) => {
    const base = createTemporaryFolder(t);
    for (let index = 0; index < rounds; index += 1) {
      mkdirSync(join(base, String(index)));
      if (lock) writeFileSync(join(base, String(index), 'lock'), lock);
    }
    const [a, b] = [startContender(t, base, 'a', 'b'), startContender(t, base, 'b', 'a')];
    const [ofA, ofB] = await Promise.all([a.outcomes, b.outcomes]);
    const wrong = ofA
      .map((first, index) => [first, ofB[index]!] as const)
      .filter(([first, second]) =>
        first === 'taken' ? !a.refusal.test(second) : second !== 'taken' || !b.refusal.test(first),
      );
    assert.equal(wrong.length, 0, `${wrong.length} of ${rounds} went wrong, such as ${wrong[0]?.join(' and ')}`);
  });
}
