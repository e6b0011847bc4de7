// Runs as a separate process that competes with others for data folders, and prints a JSON list with an outcome for
// each.
// Arguments: the mode, the folder that contains the data folders, how many there are, the number of this process, and
// how many processes there are.
// Mode `once`: waits until all processes are ready, and locks the folder. The outcome is `locked` or the error message.
// Mode `turns`: locks and unlocks the folder 100 times. Fails if another process has it at the same time.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lockFolder } from '../../src/store/lock.ts';

const [mode, base] = process.argv.slice(2) as [string, string];
const [count, self, total] = process.argv.slice(4).map(Number) as [number, number, number];
const folders = Array.from({ length: count }, (_, index) => join(base, String(index)));
const processes = Array.from({ length: total }, (_, index) => index);

async function waitForOthers(name: string): Promise<void> {
  writeFileSync(`${name}.ready.${self}`, '');
  while (!processes.every((each) => existsSync(`${name}.ready.${each}`))) await setImmediate();
}

async function lockOnce(folder: string): Promise<string> {
  await waitForOthers(folder);
  try {
    await lockFolder(folder);
    return 'locked';
  } catch (error) {
    return (error as Error).message;
  }
}

async function lockInTurns(folder: string): Promise<string> {
  for (let locked = 0; locked < 100; await setImmediate()) {
    const lock = await lockFolder(folder).catch((error: Error) => {
      if (!/ is in use /.test(error.message)) throw error;
    });
    if (!lock) continue;
    writeFileSync(`${folder}.owner`, String(self), { flag: 'wx' });
    await setImmediate();
    rmSync(`${folder}.owner`);
    lock.release();
    locked += 1;
  }
  return 'done';
}

const outcomes: string[] = [];
for (const folder of folders) outcomes.push(await (mode === 'once' ? lockOnce : lockInTurns)(folder));
// A process that ends loses its locks.
await waitForOthers(join(base, 'end'));
process.stdout.write(JSON.stringify(outcomes));
