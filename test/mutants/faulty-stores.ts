import type { Kind, Records } from '../../src/records/records.ts';
import { Store } from '../../src/store/store.ts';
import { changedKinds } from '../../src/records/tables.ts';
import type { Transaction } from '../../src/store/transaction.ts';

/** A store with the records of another one, which can store something else than what was written. */
class FaultyStore extends Store {
  constructor(original: Store) {
    super(original.tables);
  }

  /** Returns the record to store in place of a written one; undefined discards the write. */
  protected persisted<K extends Kind>(_kind: K, record: Records[K]): Records[K] | undefined {
    return record;
  }

  override update<T>(recipe: (transaction: Transaction) => T): T {
    return super.update((transaction) => {
      const value = recipe(transaction);
      for (const kind of changedKinds(transaction.changes)) {
        const records = transaction.changes[kind] as unknown as Map<number, Records[Kind] | null>;
        for (const [id, record] of records) {
          if (!record) continue;
          const persisted = this.persisted(kind, record);
          if (persisted) records.set(id, persisted);
          else records.delete(id);
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
    new (class extends FaultyStore {
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
    new (class extends FaultyStore {
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
    new (class extends FaultyStore {
      readonly #id = original.highestId(reusedKind) + 1;

      override update<T>(recipe: (transaction: Transaction) => T): T {
        return super.update((transaction) => {
          const create = transaction.create.bind(transaction);
          transaction.create = (kind, fields) => {
            const created = create(kind, fields);
            if (kind !== reusedKind) return created;
            transaction.delete(kind, created.id);
            return transaction.put(kind, { ...created, id: this.#id });
          };
          return recipe(transaction);
        });
      }
    })(original);

/** A store whose components show costs, whatever their settings. */
export const showCosts = (original: Store): Store =>
  new (class extends FaultyStore {
    override find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
      const record = super.find(kind, id);
      if (!record || kind !== 'components') return record;
      const { settings } = record as Records['components'];
      return { ...record, settings: { ...settings, answersWithCosts: true } };
    }
  })(original);
