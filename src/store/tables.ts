import { kindNames } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Table } from './table.ts';

const byKind = (create: (kind: Kind) => Table) =>
  Object.fromEntries(kindNames.map((kind) => [kind, create(kind)])) as Record<Kind, Table>;

/** All records in memory. */
export class Tables {
  readonly #tables: Record<Kind, Table>;

  constructor(tables = byKind((kind) => new Table(kind))) {
    this.#tables = tables;
  }

  /** The record with this id, or undefined. */
  find<K extends Kind>(kind: K, id: number | null): Records[K] | undefined {
    return id === null ? undefined : (this.#tables[kind].find(id) as Records[K] | undefined);
  }

  /** All records of a kind, in the order in which they were added. */
  all<K extends Kind>(kind: K): Records[K][] {
    return this.#tables[kind].all() as unknown as Records[K][];
  }

  /** The records with this value in an index of the kind, sorted by id. Callers must not change the list. */
  where<K extends Kind>(kind: K, indexName: string, value: number | string | null): readonly Records[K][] {
    return this.#tables[kind].where(indexName, value) as unknown as Records[K][];
  }

  /** The highest id so far; 0 if there are no records. */
  highestId(kind: Kind): number {
    return this.#tables[kind].highestId;
  }

  /** A number that changes with every change of the records of a kind. */
  version(kind: Kind): number {
    return this.#tables[kind].version;
  }

  /** Skips the next id of a kind. */
  skipNextId(kind: Kind): void {
    this.#tables[kind].highestId += 1;
  }

  /** Adds a record, or replaces the record with the same id. */
  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#tables[kind].put(record);
  }

  /** Returns a function that restores the versions which the tables have now of the given records. */
  createUndo(records: RecordsByKind): () => void {
    const steps = Object.entries(records).map(([kind, list]) => {
      const table = this.#tables[kind as Kind];
      const { highestId } = table;
      return { table, highestId, versions: list.map(({ id }) => [id, table.findRow(id)] as const) };
    });
    return () => {
      for (const { table, highestId, versions } of steps) {
        for (const [id, row] of versions) {
          if (row) table.put(row);
          else table.remove(id);
        }
        table.highestId = highestId;
      }
    };
  }

  /** Returns tables with the same records, which share what neither changes. These tables must not change any more. */
  layer(): Tables {
    return new Tables(byKind((kind) => this.#tables[kind].layer()));
  }

  /** Copies the tables, and computes their indexes again. */
  copy(): Tables {
    const copy = new Tables();
    for (const kind of kindNames) for (const row of this.#tables[kind].rows()) copy.#tables[kind].put(row);
    return copy;
  }

  /** All records by kind. */
  records(): RecordsByKind {
    return Object.fromEntries(kindNames.map((kind) => [kind, this.all(kind)]));
  }

  /** All rows by kind, as they are stored: a deleted record has a tombstone. */
  rows(): RecordsByKind {
    return Object.fromEntries(kindNames.map((kind) => [kind, this.#tables[kind].rows() as never]));
  }

  /** The number of records of a kind. */
  count(kind: Kind): number {
    return this.#tables[kind].size;
  }

  get organization(): Records['organization'] {
    const organization = this.#findOrganization();
    if (!organization) throw new Error('there is no organization');
    return organization;
  }

  /** The locales of the organization; an empty list if there is no valid organization. */
  locales(): string[] {
    return this.#findOrganization()?.locales ?? [];
  }

  #findOrganization(): Records['organization'] | undefined {
    return this.#tables.organization.all()[0] as unknown as Records['organization'] | undefined;
  }
}
