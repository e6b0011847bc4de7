import { validateRecord } from './check.ts';
import type { JournalEntry } from './journal.ts';
import { type Kind, type Records, kindNames, kinds } from './records.ts';
import { Tables } from './tables.ts';
import { formatDateTime as format, parseDateTime as parse } from './time.ts';
import { formatReference } from './world.ts';

/** Where the store writes what it acknowledges. `append` throws, or its promise breaks, when that cannot be done. */
export interface WriteLog {
  append(entry: JournalEntry): Promise<void>;
}

/** The fields of a new record that the store does not decide itself. */
export type RecordFields<K extends Kind> = Omit<Records[K], 'id' | 'reference' | 'createdAt' | 'updatedAt'>;

/** The changes of one write: seen by the store all together, or, when the recipe throws, not at all. */
export class Transaction {
  readonly writtenRecords: { [K in Kind]?: Map<number, Records[K]> } = {};

  constructor(
    private readonly store: Store,
    private readonly now: string,
  ) {}

  /** A new record, numbered after the highest of its kind, with its reference and times. */
  create<K extends Kind>(kind: K, fields: RecordFields<K>): Records[K] {
    const id = Math.max(this.store.highestId(kind), ...(this.writtenRecords[kind]?.keys() ?? [])) + 1;
    const { referenceCode, schema } = kinds[kind];
    const prefix = this.store.organization.referencePrefix;
    const times = 'createdAt' in (schema['properties'] as object) ? { createdAt: this.now, updatedAt: this.now } : {};
    const reference = referenceCode ? { reference: formatReference(kind, id, prefix, this.now) } : {};
    return this.#set(kind, { ...fields, id, ...reference, ...times } as unknown as Records[K]);
  }

  /** The record as it is now with these fields changed; undefined ones stay as they are. */
  update<K extends Kind>(kind: K, id: number, fields: Partial<RecordFields<K>>): Records[K] {
    const stored = this.writtenRecords[kind]?.get(id) ?? this.store.find(kind, id);
    if (!stored) throw new Error(`a change of ${kind} ${id}, which is not there`);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return this.#set(kind, { ...stored, ...given, ...('updatedAt' in stored && { updatedAt: this.now }) });
  }

  #set<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    const records = (this.writtenRecords[kind] ??= new Map() as never) as Map<number, Records[K]>;
    records.set(record.id, record);
    return record;
  }
}

/**
 * The records of one deployment, in memory, and the only way to change them. Records are never changed in place: a write
 * puts new ones, so what was read stays as it was.
 */
export class Store {
  readonly #tables: Tables;
  readonly #log: WriteLog | undefined;
  readonly #clock: () => number;
  #seq: number;

  /** `clock` gives milliseconds since 1970; `seq` is the number of the last write that `tables` holds. */
  constructor(tables: Tables, clock: () => number = Date.now, log?: WriteLog, seq = 0) {
    this.#tables = tables;
    this.#clock = clock;
    this.#log = log;
    this.#seq = seq;
  }

  /** The record with this id, or undefined; an id may be given as a request gives it, and then must be decimal digits. */
  find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
    if (typeof id === 'string') return /^[1-9]\d{0,14}$/.test(id) ? this.#tables.find(kind, Number(id)) : undefined;
    return this.#tables.find(kind, id);
  }

  /** The records of these ids that there are, in the order of the ids given. */
  findMany<K extends Kind>(kind: K, ids: readonly number[]): Records[K][] {
    return ids.map((id) => this.#tables.find(kind, id)).filter((record) => record !== undefined);
  }

  all<K extends Kind>(kind: K): Records[K][] {
    return this.#tables.all(kind);
  }

  /** The records whose field has this value, by id; the kind must be looked up by it. Not to be changed. */
  where<K extends Kind>(kind: K, field: string, value: number | null): readonly Records[K][] {
    return this.#tables.where(kind, field, value);
  }

  highestId(kind: Kind): number {
    return this.#tables.highestId(kind);
  }

  /** Leaves out the next id of a kind, until the store is opened again: it went to a record that could not be made. */
  skipNextId(kind: Kind): void {
    this.#tables.skipNextId(kind);
  }

  get organization(): Records['organization'] {
    return this.#tables.organization;
  }

  /** The present moment as the API prints it. */
  now(): string {
    return this.formatDateTime(this.#clock());
  }

  /** A moment, milliseconds since 1970, as the API prints it. */
  formatDateTime(epochMs: number): string {
    return format(epochMs, this.organization.timeZone);
  }

  /** Milliseconds since 1970 of an ISO 8601 date-time, in the organization's zone where it names none; NaN if it is none. */
  parseDateTime(text: string): number {
    return parse(text, this.organization.timeZone);
  }

  /**
   * Runs the recipe on a draft, judges what it made, and puts it into the store and the journal, all or nothing. Reads see
   * it at once; it may be acknowledged once `durable` is kept (at once, when it is undefined).
   */
  update<T>(recipe: (draft: Transaction) => T): { value: T; durable: Promise<void> | undefined } {
    const draft = new Transaction(this, this.now());
    const value = recipe(draft);
    const put: JournalEntry['put'] = {};
    for (const kind of kindNames) {
      const records = draft.writtenRecords[kind];
      if (!records) continue;
      for (const record of records.values()) this.validate(kind, record, draft);
      put[kind] = [...records.values()] as never;
    }
    const durable = this.#log?.append({ seq: this.#seq + 1, put });
    this.#seq += 1;
    for (const kind of kindNames) for (const record of put[kind] ?? []) this.#tables.put(kind, record);
    return { value, durable };
  }

  /** Throws unless a written record follows the rules of its kind. */
  protected validate(kind: Kind, record: Records[Kind], draft: Transaction): void {
    const find = (other: Kind, id: number) => draft.writtenRecords[other]?.get(id) ?? this.#tables.find(other, id);
    const problems = validateRecord(kind, record, { find, locales: () => this.organization.locales });
    if (problems.length > 0) throw new Error(`a record of ${kind} that must not be stored: ${problems.join('; ')}`);
  }
}
