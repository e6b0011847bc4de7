import { kindNames } from '../../src/store/kinds.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import { Store } from '../../src/store/store.ts';
import type { Transaction } from '../../src/store/transaction.ts';
import { Tables } from '../../src/store/tables.ts';

/** Copies the records of a store into new tables. */
export function copyTables(store: Store): Tables {
  const tables = new Tables();
  for (const kind of kindNames) for (const record of store.all(kind)) tables.put(kind, record);
  return tables;
}

/** A store that accepts every record, so that it does not stop what a defective server accepts. */
class UncheckedStore extends Store {
  constructor(original: Store) {
    super(copyTables(original));
  }

  protected override validate(): void {}

  /** Returns the record to store in place of a written one; undefined discards the write. */
  protected persisted<K extends Kind>(_kind: K, record: Records[K]): Records[K] | undefined {
    return record;
  }

  override update<T>(recipe: (transaction: Transaction) => T) {
    return super.update((transaction) => {
      const value = recipe(transaction);
      for (const kind of kindNames) {
        const records = transaction.writtenRecords[kind] as Map<number, Records[Kind]> | undefined;
        for (const [id, record] of records ?? []) {
          const persisted = this.persisted(kind, record);
          if (persisted) records!.set(id, persisted);
          else records!.delete(id);
        }
      }
      return value;
    });
  }
}

/** A store that discards every write to a kind. */
export const discardWrites =
  (discardedKind: Kind) =>
  (original: Store): Store =>
    new (class extends UncheckedStore {
      protected override persisted<K extends Kind>(kind: K, record: Records[K]): Records[K] | undefined {
        return kind === discardedKind ? undefined : record;
      }
    })(original);

/** A store that changes fields of each written record of a kind; `before` is the record before the write. */
export const changeBeforePersisting =
  <C extends Kind>(
    changedKind: C,
    change: (record: Records[C], before: Records[C] | undefined) => Partial<Records[C]>,
  ) =>
  (original: Store): Store =>
    new (class extends UncheckedStore {
      protected override persisted<K extends Kind>(kind: K, record: Records[K]): Records[K] {
        // Without the assertions, the compiler takes the kinds for different ones.
        // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
        if ((kind as Kind) !== changedKind) return record;
        const written = record as unknown as Records[C];
        // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
        return { ...record, ...change(written, this.find(changedKind, written.id)) } as Records[K];
      }
    })(original);

/** A store that gives every new record of a kind the same id. */
export const reuseId =
  (reusedKind: Kind) =>
  (original: Store): Store =>
    new (class extends UncheckedStore {
      readonly #firstHighestId = original.highestId(reusedKind);

      override highestId(kind: Kind): number {
        return kind === reusedKind ? this.#firstHighestId : super.highestId(kind);
      }
    })(original);

/** A store whose components show costs, whatever their settings. */
export const showCosts = (original: Store): Store =>
  new (class extends UncheckedStore {
    override find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
      const record = super.find(kind, id);
      if (!record || kind !== 'components') return record;
      const { settings } = record as Records['components'];
      return { ...record, settings: { ...settings, answersWithCosts: true } };
    }
  })(original);

/** A store that accepts every record. */
export const withoutRecordChecks = (original: Store): Store => new UncheckedStore(original);
