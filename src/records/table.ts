import type { KindRules } from './define-kind.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './records.ts';

export type Row = { readonly id: number };
/** The written records of one kind by id; null for a deleted one. */
export type TableChanges<R extends Row = Row> = ReadonlyMap<number, R | null>;

type GetIndexValue = KindRules['indexes'][string];

/** Rows that are sorted by id, with the indexes that were needed so far. */
class SortedRows {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  readonly #indexes = new Map<string, Map<unknown, Row[]>>();

  constructor(kind: Kind, rows: readonly Row[]) {
    this.kind = kind;
    this.rows = rows;
  }

  find(id: number): Row | undefined {
    const row = this.rows[positionOf(this.rows, id)];
    return row?.id === id ? row : undefined;
  }

  where(indexName: string, value: unknown): readonly Row[] {
    let index = this.#indexes.get(indexName);
    if (!index) this.#indexes.set(indexName, (index = this.#group(getIndexValue(this.kind, indexName))));
    return index.get(value) ?? [];
  }

  #group(valueOf: GetIndexValue): Map<unknown, Row[]> {
    const lists = new Map<unknown, Row[]>();
    for (const row of this.rows) {
      const value = valueOf(row);
      const list = lists.get(value);
      if (list) list.push(row);
      else lists.set(value, [row]);
    }
    return lists;
  }
}

/** The records of one kind, sorted by id. A table never changes: `with` returns another one. */
export class Table {
  readonly #sorted: SortedRows;
  /** What changed since, until it is worth a copy of all rows. */
  readonly #changes: TableChanges;
  /** No new record gets an id up to this one, which can be that of a deleted record. */
  readonly highestId: number;
  #rows: readonly Row[] | undefined;
  readonly #lists = new Map<string, Map<unknown, readonly Row[]>>();

  private constructor(sorted: SortedRows, changes: TableChanges, highestId: number) {
    this.#sorted = sorted;
    this.#changes = changes;
    this.highestId = highestId;
  }

  static of(kind: Kind, rows: readonly Row[] = []): Table {
    return new Table(new SortedRows(kind, rows), new Map(), rows.at(-1)?.id ?? 0);
  }

  /** All records, sorted by id. */
  get rows(): readonly Row[] {
    return (this.#rows ??= change(this.#sorted.rows, this.#changes));
  }

  find(id: number): Row | undefined {
    const changed = this.#changes.get(id);
    return changed === undefined ? this.#sorted.find(id) : (changed ?? undefined);
  }

  /** The records with this value in an index of the kind, sorted by id. */
  where(indexName: string, value: unknown): readonly Row[] {
    if (this.#changes.size === 0) return this.#sorted.where(indexName, value);
    let lists = this.#lists.get(indexName);
    if (!lists) this.#lists.set(indexName, (lists = new Map()));
    const known = lists.get(value);
    if (known) return known;
    const list = this.#listOf(indexName, value);
    // Clients can ask for any number of values that no record has, such as unknown tokens.
    if (list.length > 0) lists.set(value, list);
    return list;
  }

  #listOf(indexName: string, value: unknown): readonly Row[] {
    const valueOf = getIndexValue(this.#sorted.kind, indexName);
    const hasValue = (row: Row | null | undefined) => !!row && valueOf(row) === value;
    const changes = [...this.#changes]
      .filter(([id, row]) => hasValue(row) || hasValue(this.#sorted.find(id)))
      .map(([id, row]) => [id, hasValue(row) ? row : null] as const);
    return change(this.#sorted.where(indexName, value), changes);
  }

  with(changes: TableChanges): Table {
    const allChanges = new Map([...this.#changes, ...changes]);
    let { highestId } = this;
    for (const id of changes.keys()) highestId = Math.max(highestId, id);
    return allChanges.size ** 2 <= this.#sorted.rows.length
      ? new Table(this.#sorted, allChanges, highestId)
      : new Table(new SortedRows(this.#sorted.kind, change(this.#sorted.rows, allChanges)), new Map(), highestId);
  }

  /** The same records; the next new one gets at least the id after `highestId`. */
  withHighestId(highestId: number): Table {
    return new Table(this.#sorted, this.#changes, Math.max(highestId, this.highestId));
  }
}

function getIndexValue(kind: Kind, indexName: string): GetIndexValue {
  const valueOf = kinds[kind].indexes[indexName];
  if (!valueOf) throw new Error(`${kind} have no index ${indexName}`);
  return valueOf;
}

/** Rows that are sorted by id after changes: the same list if there are none. */
function change(rows: readonly Row[], changes: Iterable<readonly [id: number, row: Row | null]>): readonly Row[] {
  let changed: Row[] | undefined;
  for (const [id, row] of changes) {
    changed ??= [...rows];
    const position = positionOf(changed, id);
    const formerCount = changed[position]?.id === id ? 1 : 0;
    if (row && formerCount === 1) changed[position] = row;
    else if (row && position === changed.length) changed.push(row);
    else changed.splice(position, formerCount, ...(row ? [row] : []));
  }
  return changed ?? rows;
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
