import { Readable } from 'node:stream';
import { spec, tap } from 'node:test/reporters';

/** @typedef {Parameters<typeof tap>[0]} Events */

async function* withoutPassed(/** @type {Events} */ events) {
  for await (const event of events) if (!['test:start', 'test:pass', 'test:plan'].includes(event.type)) yield event;
}

/** Shows a person what failed and how many tests passed, and gives everything to a program as TAP. */
export default async function* report(/** @type {Events} */ events) {
  yield* process.stdout.isTTY ? Readable.from(withoutPassed(events)).pipe(new spec()) : tap(events);
}
