import { kindNames } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import type { Store } from '../../src/store/store.ts';
import type { RecordFields } from '../../src/store/transaction.ts';

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
