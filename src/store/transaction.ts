import { formatReference, kinds } from '../records/kinds.ts';
import type { Kind, Records } from '../records/records.ts';
import type { Changes, Tables } from '../records/tables.ts';

/** The fields of a new record without those that the store sets. */
export type RecordFields<K extends Kind> = Omit<Records[K], 'id' | 'reference' | 'createdAt' | 'updatedAt'>;

/** The records of one write. The store does not show them until the write is complete. */
export class Transaction {
  readonly #before: Tables;
  readonly #written: { [K in Kind]?: Map<number, Records[K] | null> } = {};
  readonly #highestIds: { [K in Kind]?: number } = {};
  /** The current time in the format of the API. */
  readonly now: string;

  constructor(before: Tables, now: string) {
    this.#before = before;
    this.now = now;
  }

  /** What was written so far. */
  get changes(): Changes {
    return this.#written;
  }

  /** All records as this write leaves them. */
  get tables(): Tables {
    return this.#before.with(this.#written);
  }

  /** The record with this id, as this write leaves it; undefined if there is none. */
  find<K extends Kind>(kind: K, id: number): Records[K] | undefined {
    const written = this.#written[kind]?.get(id);
    return written === undefined ? this.#before.find(kind, id) : (written ?? undefined);
  }

  /** Creates a record with the next id of its kind, and sets its reference and times. */
  create<K extends Kind>(kind: K, fields: RecordFields<K>): Records[K] {
    const id = (this.#highestIds[kind] ?? this.#before.highestId(kind)) + 1;
    const { referenceCode, schema } = kinds[kind];
    const reference = referenceCode && formatReference(kind, id, this.#before.organization.referencePrefix, this.now);
    const times: Record<string, string> = {};
    for (const name of ['createdAt', 'updatedAt']) if (name in schema.properties) times[name] = this.now;
    return this.put(kind, { id, ...(reference && { reference }), ...times, ...fields } as unknown as Records[K]);
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

  /** Deletes a record. The caller sees to it that no other record refers to it. */
  delete(kind: Kind, id: number): void {
    this.#mapOf(kind).set(id, null);
  }

  /** Puts a whole record; one with the same id is replaced. */
  put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    this.#mapOf(kind).set(record.id, record);
    this.#highestIds[kind] = Math.max(this.#highestIds[kind] ?? this.#before.highestId(kind), record.id);
    return record;
  }

  #mapOf<K extends Kind>(kind: K): Map<number, Records[K] | null> {
    return (this.#written[kind] ??= new Map() as never);
  }
}
