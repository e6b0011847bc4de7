// Runs as a separate process. Locks the data folder of the first argument and prints `locked <pid>`, or the error
// message. The second argument says what happens next: `wait` keeps the process running, `block` also blocks its event
// loop, and `end` leaves nothing to do, so that the process ends if the lock does not keep it running.
import { lockFolder } from '../../src/store/lock.ts';

const [folder, next] = process.argv.slice(2) as [string, 'wait' | 'block' | 'end'];

try {
  await lockFolder(folder);
  process.stdout.write(`locked ${process.pid}\n`);
  if (next === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (next === 'wait') setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
