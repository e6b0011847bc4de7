import { kindNames } from '../../src/store/kinds.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import { Transaction, Store } from '../../src/store/store.ts';
import { Tables } from '../../src/store/tables.ts';

/** The records of a store, in tables of their own. */
export function copyTables(store: Store): Tables {
  const tables = new Tables();
  for (const kind of kindNames) for (const record of store.all(kind)) tables.put(kind, record);
  return tables;
}

/** A store that keeps whatever it is given, so that what a server lets through does not stop at the store. */
export class UncheckedStore extends Store {
  readonly #tables: Tables;

  constructor(before: Store) {
    const tables = copyTables(before);
    super(tables);
    this.#tables = tables;
  }

  /** What is kept of a written record; undefined is nothing. */
  persisted<K extends Kind>(_kind: K, record: Records[K]): Records[K] | undefined {
    return record;
  }

  override update<T>(recipe: (draft: Transaction) => T): { value: T; durable: undefined } {
    const draft = new Transaction(this, this.now());
    const value = recipe(draft);
    for (const kind of kindNames) {
      for (const record of draft.writtenRecords[kind]?.values() ?? []) {
        const kept = this.persisted(kind, record as never);
        if (kept) this.#tables.put(kind, kept);
      }
    }
    return { value, durable: undefined };
  }
}

/** A store that keeps nothing of what is written in a kind. */
export const discardWrites = (forgotten: Kind) => (before: Store) =>
  new (class extends UncheckedStore {
    override persisted<K extends Kind>(kind: K, record: Records[K]): Records[K] | undefined {
      return kind === forgotten ? undefined : record;
    }
  })(before);

/** A store that keeps the written records of a kind with other fields. */
export const changeBeforePersisting =
  <O extends Kind>(other: O, change: (record: Records[O], before: Records[O] | undefined) => Partial<Records[O]>) =>
  (fresh: Store) =>
    new (class extends UncheckedStore {
      override persisted<K extends Kind>(kind: K, record: Records[K]): Records[K] {
        if ((kind as Kind) !== other) return record;
        const written = record as unknown as Records[O];
        return { ...record, ...change(written, this.find(other, written.id)) } as Records[K];
      }
    })(fresh);

/** A store that gives every new record of a kind the same id. */
export const reuseId = (same: Kind) => (before: Store) =>
  new (class extends UncheckedStore {
    readonly #first = before.highestId(same);

    override highestId(kind: Kind): number {
      return kind === same ? this.#first : super.highestId(kind);
    }
  })(before);

/** A store whose components show costs, whatever their settings say. */
export const showCosts = (before: Store) =>
  new (class extends UncheckedStore {
    override find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
      const record = super.find(kind, id);
      if (!record || kind !== 'components') return record;
      const { settings } = record as Records['components'];
      return { ...record, settings: { ...settings, answersWithCosts: true } };
    }
  })(before);

/** A store that keeps whatever it is given. */
export const withoutRecordChecks = (before: Store): Store => new UncheckedStore(before);
