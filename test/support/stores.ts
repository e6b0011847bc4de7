import { type FolderOptions, openDataFolder } from '../../src/store/data-folder.ts';
import { Store } from '../../src/store/store.ts';
import type { Now } from '../../src/records/time.ts';
import { loadWorldTables } from '../../src/records/world.ts';
import { kindNames } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import type { RecordFields } from '../../src/store/transaction.ts';
import fs from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { checksumOf } from '../../src/store/lines.ts';
import { createTemporaryFolder } from './folders.ts';
import { type AnyData, demoWorld } from './test-server.ts';

/** A store with the records of a world folder that persists nothing. */
export const createMemoryStore = (world: string, clock: Now = Date.now): Store =>
  new Store(loadWorldTables(world, clock()), { clock });

/** Opens the store of a data folder. */
export async function openStore(options: FolderOptions) {
  const opened = await openDataFolder(options);
  return { ...opened, close: () => opened.store.close() };
}

const fieldsSetByStore = ['id', 'reference', 'createdAt', 'updatedAt'];

/** The fields of a stored record, except those that the store sets itself and those in `omitted`. */
export const recordFields = <K extends Kind>(
  store: Store,
  kind: K,
  id: number,
  ...omitted: string[]
): RecordFields<K> =>
  Object.fromEntries(
    Object.entries(store.find(kind, id)!).filter(([field]) => ![...fieldsSetByStore, ...omitted].includes(field)),
  ) as unknown as RecordFields<K>;

/** All records of a store by kind. */
export const recordsByKind = (store: Store) => kindNames.map((kind) => [kind, store.all(kind)]);

/** The ids of records, in the same order. */
export const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);

/** Sets the English title of a meeting; resolves when the write is on the disk. */
export const renameMeeting = (store: Store, id: number, en: string) =>
  store.updateDurably((transaction) => transaction.update('meetings', id, { title: { en } }));

/** Creates a data folder with one write for each title, which meeting 1 gets in turn, and closes it. */
export async function createWrittenFolder(t: TestContext, ...titles: string[]): Promise<string> {
  const data = join(createTemporaryFolder(t), 'data');
  const { store, close } = await openStore({ data, world: demoWorld });
  for (const title of titles) await renameMeeting(store, 1, title);
  await close();
  return data;
}

/** The lines of the journal of a data folder after its header. */
export const journalLines = (data: string): AnyData[] =>
  fs
    .readFileSync(join(data, 'journal.jsonl'), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line));

/** Changes the records of a closed data folder, with a checksum that fits. */
export function editDatabase(data: string, edit: (records: AnyData) => void): void {
  const file = join(data, 'db.json');
  const { checksum: _, ...database } = JSON.parse(fs.readFileSync(file, 'utf8'));
  edit(database.records);
  const text = JSON.stringify(database).slice(0, -1);
  fs.writeFileSync(file, `${text},"checksum":"${checksumOf(text)}"}\n`);
}
