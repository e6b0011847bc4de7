// Runs as a separate process. Opens the data folder of the first argument with the longest journal of the second one, in
// bytes, and changes records from 16 writers; versions are higher than the third argument. Prints a line of JSON for each outcome: [type, id, version, wait in ms].
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CommandError, StorageError } from '../../src/errors.ts';
import { openStore, recordFields } from '../support/stores.ts';
import { demoWorld } from '../support/test-server.ts';

const [data, maxJournalBytes, highestVersion] = process.argv.slice(2) as [string, string, string];
/** Prints at once, so that a kill leaves no outcome behind. */
function print(type: 'opened' | 'stored' | 'refused' | 'visible' | 'failed', ...rest: unknown[]): void {
  for (;;) {
    try {
      return void writeSync(1, `${JSON.stringify([type, ...rest])}\n`);
    } catch (error) {
      // The parent process is slow to read.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

try {
  const { store } = await openStore({ data, world: demoWorld, maxJournalBytes: Number(maxJournalBytes) });
  print('opened', store.all('meetings').length);
  const fields = recordFields(store, 'meetings', 2);
  let version = Math.max(Number(highestVersion), ...store.all('meetings').map((each) => each.availableSlots));

  /** Writes a version of a record, a new one or its own; a version is never used twice. */
  const write = async (id: number | undefined): Promise<number | undefined> => {
    const availableSlots = (version += 1);
    const startedAt = performance.now();
    const waited = () => Math.round(performance.now() - startedAt);
    const record = store.update((transaction) =>
      id === undefined
        ? transaction.create('meetings', { ...fields, availableSlots })
        : transaction.update('meetings', id, { availableSlots }),
    );
    try {
      await store.durable;
      print('stored', record.id, availableSlots, waited());
      return record.id;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      print('refused', record.id, availableSlots, waited());
      if (store.find('meetings', record.id)?.availableSlots === availableSlots)
        print('visible', record.id, availableSlots);
      await setTimeout(1);
      return id;
    }
  };
  const writer = async () => {
    for (let id: number | undefined; ;) id = await write(Math.random() < 0.1 ? undefined : id);
  };
  await Promise.all(Array.from({ length: 16 }, writer));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  print('failed', error.message);
}
