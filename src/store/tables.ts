import { type KindRules, kindNames, kinds } from './kinds.ts';
import type { Kind, Records } from './records.ts';

type Row = Record<string, unknown> & { id: number };
type Group = Map<unknown, Row[]>;

/** The records of one kind in memory: by id, and grouped by the fields they are looked up by, both in the order of ids. */
class Table {
  readonly rows = new Map<number, Row>();
  readonly groups: Record<string, Group>;
  readonly #lookups: [Group, KindRules['indexes'][string]][];
  highest = 0;

  constructor(lookups: KindRules['indexes']) {
    this.groups = Object.fromEntries(Object.keys(lookups).map((name) => [name, new Map()]));
    this.#lookups = Object.entries(lookups).map(([name, lookup]) => [this.groups[name]!, lookup]);
  }

  put(row: Row): void {
    const before = this.rows.get(row.id);
    for (const [group, lookup] of this.#lookups) {
      if (before && lookup(before) !== lookup(row)) remove(group, lookup(before), row.id);
      place(group, lookup(row), row);
    }
    this.rows.set(row.id, row);
    this.highest = Math.max(this.highest, row.id);
  }
}

const positionOf = (rows: Row[], id: number): number => {
  let low = 0;
  for (let high = rows.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

function place(group: Group, value: unknown, row: Row): void {
  const rows = group.get(value);
  if (!rows) return void group.set(value, [row]);
  const position = positionOf(rows, row.id);
  rows.splice(position, rows[position]?.id === row.id ? 1 : 0, row);
}

function remove(group: Group, value: unknown, id: number): void {
  const rows = group.get(value)!;
  rows.splice(positionOf(rows, id), 1);
}

/** All records in memory, with the finders that resolvers read through. */
export class Tables {
  readonly #tables = Object.fromEntries(kindNames.map((kind) => [kind, new Table(kinds[kind].indexes)])) as Record<
    Kind,
    Table
  >;

  /** The record with this id, or undefined. */
  find<K extends Kind>(kind: K, id: number | null): Records[K] | undefined {
    return id === null ? undefined : (this.#tables[kind].rows.get(id) as Records[K] | undefined);
  }

  /** All records of a kind, in the order they were added. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#tables[kind].rows.values()] as unknown as Records[K][];
  }

  /** The records whose `field` has this value, by id; the kind must be looked up by it. Not to be changed. */
  where<K extends Kind>(kind: K, field: string, value: number | null): readonly Records[K][] {
    const group = this.#tables[kind].groups[field];
    if (!group) throw new Error(`${kind} are not looked up by ${field}`);
    return (group.get(value) ?? []) as unknown as Records[K][];
  }

  /** The highest id so far; 0 when there is none. */
  highestId(kind: Kind): number {
    return this.#tables[kind].highest;
  }

  /** Leaves out the next id of a kind. */
  skipNextId(kind: Kind): void {
    this.#tables[kind].highest += 1;
  }

  put<K extends Kind>(kind: K, record: Records[K]): void {
    this.#tables[kind].put(record as unknown as Row);
  }

  /** Tables of the same records; what is put into one does not show in the other. */
  copy(): Tables {
    const copy = new Tables();
    for (const kind of kindNames) for (const record of this.all(kind)) copy.put(kind, record);
    return copy;
  }

  /** The one organization. */
  get organization(): Records['organization'] {
    const [first] = this.#tables.organization.rows.values();
    if (!first) throw new Error('there is no organization');
    return first as unknown as Records['organization'];
  }

  locales(): string[] {
    const [first] = this.#tables.organization.rows.values() as Iterable<unknown> as Iterable<Records['organization']>;
    return first?.locales ?? [];
  }
}
