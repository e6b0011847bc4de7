import type { KindRules } from './define-kind.ts';
import { kindNames, kinds } from './kinds.ts';
import { type Kind, isTombstone } from './records.ts';

export type Row = Record<string, unknown> & { id: number };
/** The rows of a table by indexed value, each list sorted by id. */
type Index = Map<unknown, Row[]>;

const indexedValues = Object.fromEntries(
  kindNames.map((kind) => [kind, Object.entries(kinds[kind].indexes)]),
) as Record<Kind, [string, KindRules['indexes'][string]][]>;

let lastVersion = 0;
// Each lookup walks through the layers.
const maxLayers = 8;
// A layer with this many times as many rows is left as it is.
const mergedSizeRatio = 4;

/**
 * The records of one kind: by id, in the order of their first `put`, and by indexed values. A table can be a layer over another
 * one, with the rows that differ; the table below must not change any more.
 */
export class Table {
  readonly #kind: Kind;
  readonly #indexedValues: [string, KindRules['indexes'][string]][];
  readonly #below: Table | undefined;
  readonly #layers: number;
  /** The rows of this layer. */
  readonly #rows = new Map<number, Row>();
  /** The lists that this layer has changed. */
  readonly #indexes: Record<string, Index>;
  /** How many more records there are than in the layers below. */
  #added = 0;
  #hasTombstones: boolean;
  /** Tables with the same version have the same rows. */
  version: number;
  highestId: number;
  /** The result of the last merge, while it has the same rows. */
  #merged: Table | undefined;

  constructor(kind: Kind, below?: Table) {
    this.#kind = kind;
    this.#indexedValues = indexedValues[kind];
    this.#below = below;
    this.#layers = below ? below.#layers + 1 : 0;
    this.#indexes = Object.fromEntries(this.#indexedValues.map(([name]) => [name, new Map()]));
    this.highestId = below?.highestId ?? 0;
    this.version = below?.version ?? 0;
    this.#hasTombstones = below !== undefined && below.#hasTombstones;
  }

  /** Returns a table with the same rows. From now on, only one of them may change; the new one may if this one does not. */
  layer(): Table {
    if (this.#rows.size === 0 && this.#below && this.highestId === this.#below.highestId)
      return new Table(this.#kind, this.#below);
    if (this.#layers < maxLayers) return new Table(this.#kind, this);
    if (this.#merged?.highestId !== this.highestId) this.#merged = this.#merge();
    return new Table(this.#kind, this.#merged);
  }

  /** Merges this layer and the ones below that are not much larger, so that the work is in proportion to the rows that changed. */
  #merge(): Table {
    const merged = new Table(this.#kind, this.#below!.#below);
    for (const row of this.#below!.#rows.values()) merged.put(row);
    for (const row of this.#rows.values()) merged.put(row);
    merged.highestId = this.highestId;
    const next = merged.#below;
    return next && next.#rows.size <= mergedSizeRatio * merged.#rows.size ? merged.#merge() : merged;
  }

  get size(): number {
    return this.#added + (this.#below?.size ?? 0);
  }

  find(id: number): Row | undefined {
    const row = this.findRow(id);
    return this.#hasTombstones && row && isTombstone(row) ? undefined : row;
  }

  /** Like `find`, but a deleted record has a tombstone. */
  findRow(id: number): Row | undefined {
    return this.#rows.get(id) ?? this.#below?.findRow(id);
  }

  all(): Row[] {
    const rows = this.rows();
    return this.#hasTombstones ? rows.filter((row) => !isTombstone(row)) : rows;
  }

  /** All rows, with the tombstones of deleted records. */
  rows(): Row[] {
    if (!this.#below) return [...this.#rows.values()];
    const rows = this.#below.rows().map((row) => this.#rows.get(row.id) ?? row);
    for (const row of this.#rows.values()) if (!this.#below.findRow(row.id)) rows.push(row);
    return rows;
  }

  where(indexName: string, value: unknown): readonly Row[] {
    const index = this.#indexes[indexName];
    if (!index) throw new Error(`${this.#kind} have no index ${indexName}`);
    return index.get(value) ?? this.#below?.where(indexName, value) ?? [];
  }

  put(row: Row): void {
    this.#merged = undefined;
    this.version = ++lastVersion;
    const previous = this.find(row.id);
    const isDeleted = isTombstone(row);
    for (const [name, getValue] of this.#indexedValues) {
      if (previous && (isDeleted || getValue(previous) !== getValue(row)))
        this.#removeFromIndex(name, getValue(previous), row.id);
      if (!isDeleted) this.#insertIntoIndex(name, getValue(row), row);
    }
    this.#added += Number(!isDeleted) - Number(previous !== undefined);
    this.#hasTombstones ||= isDeleted;
    this.#rows.set(row.id, row);
    this.highestId = Math.max(this.highestId, row.id);
  }

  /** Takes back a row that this layer added. */
  remove(id: number): void {
    this.#merged = undefined;
    this.version = ++lastVersion;
    const row = this.#rows.get(id)!;
    this.#rows.delete(id);
    if (isTombstone(row)) return;
    for (const [name, getValue] of this.#indexedValues) this.#removeFromIndex(name, getValue(row), id);
    this.#added -= 1;
  }

  #insertIntoIndex(name: string, value: unknown, row: Row): void {
    const rows = this.#ownList(name, value);
    const position = findPosition(rows, row.id);
    rows.splice(position, rows[position]?.id === row.id ? 1 : 0, row);
  }

  #removeFromIndex(name: string, value: unknown, id: number): void {
    const rows = this.#ownList(name, value);
    rows.splice(findPosition(rows, id), 1);
  }

  /** The list of an indexed value, which this layer may change. */
  #ownList(name: string, value: unknown): Row[] {
    const index = this.#indexes[name]!;
    let rows = index.get(value);
    if (!rows) index.set(value, (rows = [...(this.#below?.where(name, value) ?? [])]));
    return rows;
  }
}

/** The position of the first row whose id is not lower, by binary search. */
function findPosition(rows: Row[], id: number): number {
  let low = 0;
  for (let high = rows.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
