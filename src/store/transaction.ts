import { formatReference, kinds } from './kinds.ts';
import { type Kind, type Records, type RecordsByKind, createTombstone, isTombstone } from './records.ts';

/** The records before a write. */
export interface StoredRecords {
  find<K extends Kind>(kind: K, id: number): Records[K] | undefined;
  highestId(kind: Kind): number;
  organization: Records['organization'];
}

/** The fields of a new record without those that the store sets. */
export type RecordFields<K extends Kind> = Omit<Records[K], 'id' | 'reference' | 'createdAt' | 'updatedAt'>;

/** The records of one write. The store does not show them until the write is complete. */
export class Transaction {
  readonly writtenRecords: { [K in Kind]?: Map<number, Records[K]> } = {};

  constructor(
    private readonly store: StoredRecords,
    /** The current time in the format of the API. */
    readonly now: string,
  ) {}

  /** The record with this id, as this write leaves it; undefined if there is none. */
  find<K extends Kind>(kind: K, id: number): Records[K] | undefined {
    const written = this.writtenRecords[kind]?.get(id);
    if (!written) return this.store.find(kind, id);
    return isTombstone(written) ? undefined : written;
  }

  /** Creates a record with the next id of its kind, and sets its reference and times. */
  create<K extends Kind>(kind: K, fields: RecordFields<K>): Records[K] {
    const id = Math.max(this.store.highestId(kind), ...(this.writtenRecords[kind]?.keys() ?? [])) + 1;
    const { referenceCode, schema } = kinds[kind];
    const prefix = this.store.organization.referencePrefix;
    const hasTimes = 'createdAt' in schema.properties;
    const [createdAt, updatedAt] = [this.now, this.now];
    // The spread comes last: an object with more members behind a spread takes ten times as long.
    const record = referenceCode
      ? { id, reference: formatReference(kind, id, prefix, this.now), createdAt, updatedAt, ...fields }
      : hasTimes
        ? { id, createdAt, updatedAt, ...fields }
        : { id, ...fields };
    return this.put(kind, record as unknown as Records[K]);
  }

  /** Updates fields of a record. Fields that are undefined keep their value. */
  update<K extends Kind>(kind: K, id: number, fields: Partial<RecordFields<K>>): Records[K] {
    const record = this.find(kind, id);
    if (!record) throw new Error(`cannot update ${kind} ${id}: there is no such record`);
    const updated = { ...record };
    for (const name of Object.keys(fields) as (keyof typeof fields)[])
      if (fields[name] !== undefined) updated[name] = fields[name];
    if ('updatedAt' in updated) updated.updatedAt = this.now;
    return this.put(kind, updated);
  }

  /** The records that were written so far, and the tombstones of those that were deleted. */
  records(): RecordsByKind {
    const records: RecordsByKind = {};
    for (const kind of Object.keys(this.writtenRecords) as Kind[])
      records[kind] = [...this.writtenRecords[kind]!.values()] as never;
    return records;
  }

  /** Deletes a record. The caller sees to it that no other record refers to it. */
  delete(kind: Kind, id: number): void {
    this.put(kind, createTombstone(id) as never);
  }

  /** Puts a whole record; one with the same id is replaced. */
  put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    const records = (this.writtenRecords[kind] ??= new Map() as never) as Map<number, Records[K]>;
    records.set(record.id, record);
    return record;
  }
}
