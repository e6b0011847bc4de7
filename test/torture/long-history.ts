import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../support/stores.ts';
import { demoWorld } from '../support/test-server.ts';
import type { Torture } from './torture.ts';

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Updates one record, and then reads the folder again: first with small values and snapshots, then with large ones and without. */
export const longHistory: Torture = async ({ folder, isShort }) => {
  const problems: string[] = [];
  const lines: string[] = [];
  const rows = [
    { updates: isShort ? 10_000 : 1_000_000, characters: 10, maxJournalBytes: undefined },
    // A journal of 2 GB, as it is if no snapshot could be written.
    { updates: isShort ? 20 : 2100, characters: 1_000_000, maxJournalBytes: Infinity },
  ];
  for (const [row, { updates, characters, maxJournalBytes }] of rows.entries()) {
    const data = join(folder, String(row));
    const first = await openStore({ data, world: demoWorld, ...(maxJournalBytes && { maxJournalBytes }) });
    let largest = 0;
    for (let count = 1; count <= updates; count += 1) {
      const address = `${count} ${'x'.repeat(characters)}`;
      first.store.update((transaction) => transaction.update('meetings', 1, { address }));
      if (count % Math.ceil(10_000 / characters) === 0) await first.store.durable;
      if (count % 1000 === 0) largest = Math.max(largest, sizeOf(data));
    }
    await first.store.durable;
    largest = Math.max(largest, sizeOf(data));
    await first.close();
    const start = performance.now();
    const second = await openStore({ data, world: demoWorld });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const address = second.store.find('meetings', 1)?.address ?? '';
    if (!address.startsWith(`${updates} `)) problems.push(`the last of ${updates} updates is lost`);
    await second.close();
    lines.push(`${updates} updates of ${characters} characters, at most ${megabytes(largest)}, read in ${seconds} s`);
  }
  return { summary: lines.join('; '), problems };
};
