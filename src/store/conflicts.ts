import { ConflictError } from '../errors.ts';
import type { Transaction } from './transaction.ts';

/** A store that writes. */
interface WritableStore {
  update<T>(recipe: (transaction: Transaction) => T): T;
  readonly durable: Promise<void> | undefined;
}

/** How often something is tried that depends on writes, if other servers write first. */
const maxAttempts = 5;

/** Runs a function, and runs it again while it rejects with a ConflictError, up to a number of attempts. */
export async function retryConflicts<T>(run: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(attempt === 1);
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === maxAttempts) throw error;
    }
  }
}

/** Updates a store; resolves when the write is stored for good. If another server wrote first, `recipe` runs again. */
export const updateDurably = <T>(store: WritableStore, recipe: (transaction: Transaction) => T): Promise<T> =>
  retryConflicts(async () => {
    const value = store.update(recipe);
    await store.durable;
    return value;
  });

/** Resolves when every write of a store is stored or undone. Rejects with a StorageError if one cannot be stored. */
export async function settle(store: Pick<WritableStore, 'durable'>): Promise<void> {
  while (store.durable) {
    await store.durable.catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
    });
  }
}
