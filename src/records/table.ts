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

/** A record that was written; null if it was deleted. */
type Change = readonly [id: number, row: Row | null];

/** The records of one kind, sorted by id. A table never changes: `with` returns another one. */
export class Table {
  readonly #sorted: SortedRows;
  /** What changed since, until it is worth a copy of all rows: the first ones are those of this table, and later tables add theirs. */
  readonly #log: Change[];
  readonly #length: number;
  /** No new record gets an id up to this one, which can be that of a deleted record. */
  readonly highestId: number;
  #rows: readonly Row[] | undefined;
  readonly #lists = new Map<string, Map<unknown, readonly Row[]>>();

  private constructor(sorted: SortedRows, log: Change[], highestId: number) {
    this.#sorted = sorted;
    this.#log = log;
    this.#length = log.length;
    this.highestId = highestId;
  }

  static of(kind: Kind, rows: readonly Row[] = []): Table {
    return new Table(new SortedRows(kind, rows), [], rows.at(-1)?.id ?? 0);
  }

  /** All records, sorted by id. */
  get rows(): readonly Row[] {
    return (this.#rows ??= change(this.#sorted.rows, this.#changes));
  }

  find(id: number): Row | undefined {
    for (let position = this.#length - 1; position >= 0; position -= 1) {
      const [changedId, row] = this.#log[position]!;
      if (changedId === id) return row ?? undefined;
    }
    return this.#sorted.find(id);
  }

  get #changes(): Change[] {
    return this.#log.slice(0, this.#length);
  }

  /** The records with this value in an index of the kind, sorted by id. */
  where(indexName: string, value: unknown): readonly Row[] {
    if (this.#length === 0) return this.#sorted.where(indexName, value);
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
    const changes = [...new Map(this.#changes)]
      .filter(([id, row]) => hasValue(row) || hasValue(this.#sorted.find(id)))
      .map(([id, row]): Change => [id, hasValue(row) ? row : null]);
    return change(this.#sorted.where(indexName, value), changes);
  }

  with(changes: TableChanges): Table {
    let { highestId } = this;
    const isLatest = this.#log.length === this.#length;
    const log = isLatest ? this.#log : this.#changes;
    for (const each of changes) {
      log.push(each);
      highestId = Math.max(highestId, each[0]);
    }
    return log.length ** 2 <= 4 * this.#sorted.rows.length
      ? new Table(this.#sorted, log, highestId)
      : new Table(new SortedRows(this.#sorted.kind, change(this.#sorted.rows, log)), [], highestId);
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
function change(rows: readonly Row[], changes: Iterable<Change>): readonly Row[] {
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
