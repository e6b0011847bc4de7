import { type KindRules, kindNames, kinds } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';

type Row = Record<string, unknown> & { id: number };
/** The rows of a table by indexed value, each list sorted by id. */
type Index = Map<unknown, Row[]>;

/** The records of one kind: by id, in the order of their first `put`, and by indexed values. */
class Table {
  readonly rows = new Map<number, Row>();
  readonly indexes: Record<string, Index>;
  readonly #indexedValues: [Index, KindRules['indexes'][string]][];
  highestId = 0;

  constructor(indexes: KindRules['indexes']) {
    this.indexes = Object.fromEntries(Object.keys(indexes).map((name) => [name, new Map()]));
    this.#indexedValues = Object.entries(indexes).map(([name, getValue]) => [this.indexes[name]!, getValue]);
  }

  put(row: Row): void {
    const previous = this.rows.get(row.id);
    for (const [index, getValue] of this.#indexedValues) {
      if (previous && getValue(previous) !== getValue(row)) removeRow(index, getValue(previous), row.id);
      insertRow(index, getValue(row), row);
    }
    this.rows.set(row.id, row);
    this.highestId = Math.max(this.highestId, row.id);
  }

  delete(id: number): void {
    const row = this.rows.get(id)!;
    for (const [index, getValue] of this.#indexedValues) removeRow(index, getValue(row), id);
    this.rows.delete(id);
  }
}

/** The position of the first row whose id is not lower, by binary search. */
const findPosition = (rows: Row[], id: number): number => {
  let low = 0;
  for (let high = rows.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

function insertRow(index: Index, value: unknown, row: Row): void {
  const rows = index.get(value);
  if (!rows) return void index.set(value, [row]);
  const position = findPosition(rows, row.id);
  rows.splice(position, rows[position]?.id === row.id ? 1 : 0, row);
}

function removeRow(index: Index, value: unknown, id: number): void {
  const rows = index.get(value)!;
  rows.splice(findPosition(rows, id), 1);
}

/** All records in memory. */
export class Tables {
  readonly #tables = Object.fromEntries(kindNames.map((kind) => [kind, new Table(kinds[kind].indexes)])) as Record<
    Kind,
    Table
  >;

  /** The record with this id, or undefined. */
  find<K extends Kind>(kind: K, id: number | null): Records[K] | undefined {
    return id === null ? undefined : (this.#tables[kind].rows.get(id) as Records[K] | undefined);
  }

  /** All records of a kind, in the order in which they were added. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#tables[kind].rows.values()] as unknown as Records[K][];
  }

  /** The records with this value in an index of the kind, sorted by id. Callers must not change the list. */
  where<K extends Kind>(kind: K, indexName: string, value: number | string | null): readonly Records[K][] {
    const index = this.#tables[kind].indexes[indexName];
    if (!index) throw new Error(`${kind} have no index ${indexName}`);
    return (index.get(value) ?? []) as unknown as Records[K][];
  }

  /** The highest id so far; 0 if there are no records. */
  highestId(kind: Kind): number {
    return this.#tables[kind].highestId;
  }

  /** Skips the next id of a kind. */
  skipNextId(kind: Kind): void {
    this.#tables[kind].highestId += 1;
  }

  /** Adds a record, or replaces the record with the same id. */
  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#tables[kind].put(record as unknown as Row);
  }

  /** Returns a function that restores the versions which the tables have now of the given records. */
  createUndo(records: RecordsByKind): () => void {
    const steps = Object.entries(records).map(([kind, list]) => {
      const table = this.#tables[kind as Kind];
      const { highestId } = table;
      return { table, highestId, versions: list.map(({ id }) => [id, table.rows.get(id)] as const) };
    });
    return () => {
      for (const { table, highestId, versions } of steps) {
        for (const [id, row] of versions) {
          if (row) table.put(row);
          else table.delete(id);
        }
        table.highestId = highestId;
      }
    };
  }

  /** Copies the tables. A record that is put into one of them does not appear in the other. */
  copy(): Tables {
    const copy = new Tables();
    for (const kind of kindNames) for (const record of this.all(kind)) copy.put(kind, record);
    return copy;
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
    return this.#tables.organization.rows.values().next().value as Records['organization'] | undefined;
  }
}
