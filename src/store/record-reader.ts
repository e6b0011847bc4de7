import type { Kind, Records, RecordsByKind } from './records.ts';
import type { Tables } from './tables.ts';
import { formatDateTime, parseDateTime } from './time.ts';

/** The records of a deployment as requests read them. */
export class RecordReader {
  protected tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  /** The record with this id, or undefined. An id from a request can be a string; it must consist of decimal digits. */
  find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
    if (typeof id === 'string') return /^[1-9]\d{0,14}$/.test(id) ? this.tables.find(kind, Number(id)) : undefined;
    return this.tables.find(kind, id);
  }

  /** The record with an id that a record of the world refers to. Throws an Error if there is none. */
  get<K extends Kind>(kind: K, id: number | string | null): Records[K] {
    const record = this.find(kind, id);
    if (!record) throw new Error(`${kind} has no record ${id}`);
    return record;
  }

  /** The records with these ids, in the order of `ids`, without those that do not exist. */
  findMany<K extends Kind>(kind: K, ids: readonly number[]): Records[K][] {
    return ids.map((id) => this.tables.find(kind, id)).filter((record) => record !== undefined);
  }

  /** All records of a kind, in the order in which they were added. */
  all<K extends Kind>(kind: K): Records[K][] {
    return this.tables.all(kind);
  }

  /** The records with this value in an index of the kind, sorted by id. Callers must not change the list. */
  where<K extends Kind>(kind: K, indexName: string, value: number | string | null): readonly Records[K][] {
    return this.tables.where(kind, indexName, value);
  }

  /** The highest id so far; 0 if there are no records. */
  highestId(kind: Kind): number {
    return this.tables.highestId(kind);
  }

  /** A number that changes with every change of the records of a kind. */
  version(kind: Kind): number {
    return this.tables.version(kind);
  }

  get organization(): Records['organization'] {
    return this.tables.organization;
  }

  /** Formats milliseconds since 1970 as the API does, in the time zone of the organization. */
  formatDateTime(epochMs: number): string {
    return formatDateTime(epochMs, this.organization.timeZone);
  }

  /**
   * Parses an ISO 8601 date-time to milliseconds since 1970, or NaN. Without an offset, it is local to the
   * organization.
   */
  parseDateTime(text: string): number {
    return parseDateTime(text, this.organization.timeZone);
  }

  /** All rows by kind, as they are stored: a deleted record has a tombstone. */
  rows(): RecordsByKind {
    return this.tables.rows();
  }

  /** All records by kind. */
  records(): RecordsByKind {
    return this.tables.records();
  }
}
