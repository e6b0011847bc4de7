import type { KindRules } from './define-kind.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './records.ts';

export type Row = { readonly id: number };
/** The written records of one kind by id; null for a deleted one. */
export type TableChanges<R extends Row = Row> = ReadonlyMap<number, R | null>;

/** The records of one kind, sorted by id. A table never changes: `with` returns another one. */
export class Table {
  readonly #kind: Kind;
  /** All records, sorted by id. */
  readonly rows: readonly Row[];
  /** No new record gets an id up to this one, which can be that of a deleted record. */
  readonly highestId: number;
  /** The indexes that were needed so far, by name. */
  readonly #indexes: Map<string, Index>;

  constructor(
    kind: Kind,
    rows: readonly Row[] = [],
    highestId = rows.at(-1)?.id ?? 0,
    indexes = new Map<string, Index>(),
  ) {
    this.#kind = kind;
    this.rows = rows;
    this.highestId = highestId;
    this.#indexes = indexes;
  }

  find(id: number): Row | undefined {
    const row = this.rows[positionOf(this.rows, id)];
    return row?.id === id ? row : undefined;
  }

  /** The records with this value in an index of the kind, sorted by id. */
  where(indexName: string, value: unknown): readonly Row[] {
    let index = this.#indexes.get(indexName);
    if (!index) {
      const getValue = kinds[this.#kind].indexes[indexName];
      if (!getValue) throw new Error(`${this.#kind} have no index ${indexName}`);
      this.#indexes.set(indexName, (index = Index.of(getValue, this.rows)));
    }
    return index.get(value);
  }

  with(changes: TableChanges): Table {
    const rows = [...this.rows];
    let { highestId } = this;
    const replaced: [former: Row | undefined, next: Row | null][] = [];
    for (const [id, next] of changes) {
      replaced.push([this.find(id), next]);
      putInto(rows, id, next);
      highestId = Math.max(highestId, id);
    }
    const indexes = [...this.#indexes].map(([name, index]) => [name, index.with(replaced)] as const);
    return new Table(this.#kind, rows, highestId, new Map(indexes));
  }

  /** The same records; the next new one gets at least the id after `highestId`. */
  withHighestId(highestId: number): Table {
    return new Table(this.#kind, this.rows, Math.max(highestId, this.highestId), this.#indexes);
  }
}

type GetValue = KindRules['indexes'][string];
type Lists = ReadonlyMap<unknown, readonly Row[]>;

/** The records of a table by a value. What changed is apart until it is worth a copy of the rest. */
class Index {
  readonly #getValue: GetValue;
  readonly #lists: Lists;
  readonly #changed: Lists;

  private constructor(getValue: GetValue, lists: Lists, changed: Lists = new Map()) {
    this.#getValue = getValue;
    this.#lists = lists;
    this.#changed = changed;
  }

  static of(getValue: GetValue, rows: readonly Row[]): Index {
    const lists = new Map<unknown, Row[]>();
    for (const row of rows) {
      const value = getValue(row);
      const list = lists.get(value);
      if (list) list.push(row);
      else lists.set(value, [row]);
    }
    return new Index(getValue, lists);
  }

  get(value: unknown): readonly Row[] {
    return this.#changed.get(value) ?? this.#lists.get(value) ?? [];
  }

  with(replaced: readonly [former: Row | undefined, next: Row | null][]): Index {
    const changed = new Map(this.#changed);
    const own = new Map<unknown, Row[]>();
    const listOf = (value: unknown): Row[] => {
      let list = own.get(value);
      if (!list) {
        own.set(value, (list = [...this.get(value)]));
        changed.set(value, list);
      }
      return list;
    };
    for (const [former, next] of replaced) {
      const value = next && this.#getValue(next);
      if (former) {
        const formerValue = this.#getValue(former);
        if (!next || formerValue !== value) putInto(listOf(formerValue), former.id, null);
      }
      if (next) putInto(listOf(value), next.id, next);
    }
    return changed.size ** 2 > this.#lists.size
      ? new Index(this.#getValue, new Map([...this.#lists, ...changed]))
      : new Index(this.#getValue, this.#lists, changed);
  }
}

/** Puts a row into a list that is sorted by id, or takes out the one with this id. */
function putInto(rows: Row[], id: number, row: Row | null): void {
  const position = positionOf(rows, id);
  const formerCount = rows[position]?.id === id ? 1 : 0;
  if (row && formerCount === 1) rows[position] = row;
  else if (row && position === rows.length) rows.push(row);
  else rows.splice(position, formerCount, ...(row ? [row] : []));
}

/** The position of the first row whose id is not lower, by binary search. */
function positionOf(rows: readonly Row[], id: number): number {
  let low = 0;
  let high = rows.length;
  // New records come last.
  if (high > 0 && rows[high - 1]!.id < id) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
