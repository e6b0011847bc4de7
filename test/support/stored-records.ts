import type { Kind } from '../../src/store/records.ts';
import type { RecordFields, Store } from '../../src/store/store.ts';

const decided = ['id', 'reference', 'createdAt', 'updatedAt'];

/** The fields of a stored record, but for those that the store decides itself and those named. */
export const recordFields = <K extends Kind>(
  store: Store,
  kind: K,
  id: number,
  ...without: string[]
): RecordFields<K> =>
  Object.fromEntries(
    Object.entries(store.find(kind, id)!).filter(([field]) => ![...decided, ...without].includes(field)),
  ) as unknown as RecordFields<K>;

/** The ids of records, in their order. */
export const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);
