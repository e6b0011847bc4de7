import { kindNames } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { type Row, Table, type TableChanges } from './table.ts';

/** What a write changes: records by kind and id, null for a deleted one. */
export type Changes = { [K in Kind]?: TableChanges<Records[K]> };

export const changedKinds = (changes: Changes): Kind[] => Object.keys(changes) as Kind[];

/** Adds later changes to earlier ones. */
export function addChanges(earlier: Changes, later: Changes): void {
  for (const kind of changedKinds(later)) {
    const records = (earlier[kind] ??= new Map() as never) as Map<number, Row | null>;
    for (const [id, record] of later[kind]!) records.set(id, record);
  }
}

/**
 * All records. Tables never change, so keeping a reference is all that a snapshot, a session or an undo needs: `with` returns
 * other tables, which share the kinds that a write leaves alone.
 */
export class Tables {
  readonly #tables: Readonly<Record<Kind, Table>>;

  private constructor(tables: Record<Kind, Table>) {
    this.#tables = tables;
  }

  static of(records: RecordsByKind = {}, highestIds: { [K in Kind]?: number } = {}): Tables {
    const tables = kindNames.map((kind) => {
      const rows = ((records[kind] ?? []) as Row[]).toSorted((a, b) => a.id - b.id);
      return [kind, Table.of(kind, rows).withHighestId(highestIds[kind] ?? 0)] as const;
    });
    return new Tables(Object.fromEntries(tables) as Record<Kind, Table>);
  }

  /** The record with this id, or undefined. */
  find<K extends Kind>(kind: K, id: number | null): Records[K] | undefined {
    return id === null ? undefined : (this.#tables[kind].find(id) as Records[K] | undefined);
  }

  /** All records of a kind, sorted by id. */
  all<K extends Kind>(kind: K): readonly Records[K][] {
    return this.#tables[kind].rows as readonly Records[K][];
  }

  /** The records with this value in an index of the kind, sorted by id. */
  where<K extends Kind>(kind: K, indexName: string, value: number | string | null): readonly Records[K][] {
    return this.#tables[kind].where(indexName, value) as readonly Records[K][];
  }

  /** The highest id so far; 0 if there are no records. */
  highestId(kind: Kind): number {
    return this.#tables[kind].highestId;
  }

  with(changes: Changes): Tables {
    const tables = { ...this.#tables };
    for (const kind of changedKinds(changes)) tables[kind] = tables[kind].with(changes[kind]!);
    return new Tables(tables);
  }

  /** Tables in which the next new record of a kind has an id after this one. */
  withHighestId(kind: Kind, id: number): Tables {
    return new Tables({ ...this.#tables, [kind]: this.#tables[kind].withHighestId(id) });
  }

  /** Tables whose records of these kinds are those of other tables. */
  withKindsOf(other: Tables, names: readonly Kind[]): Tables {
    return new Tables({ ...this.#tables, ...Object.fromEntries(names.map((kind) => [kind, other.#tables[kind]])) });
  }

  /** All records by kind. */
  records(): RecordsByKind {
    return Object.fromEntries(kindNames.map((kind) => [kind, this.all(kind)]));
  }

  /** The highest id of each kind. */
  highestIds(): { [K in Kind]?: number } {
    return Object.fromEntries(kindNames.map((kind) => [kind, this.highestId(kind)]));
  }

  get organization(): Records['organization'] {
    const organization = this.all('organization')[0];
    if (!organization) throw new Error('there is no organization');
    return organization;
  }

  /** The locales of the organization; an empty list if there is no valid organization. */
  locales(): string[] {
    return this.all('organization')[0]?.locales ?? [];
  }
}
