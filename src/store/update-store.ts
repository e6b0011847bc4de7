import type { Store, Transaction } from './store.ts';

/** Remembers what a request has to wait for before its response may be sent. */
export interface WriteContext {
  store: Store;
  /** Resolves once the last write of the request is on the disk; undefined if there is nothing to wait for. */
  durable: Promise<void> | undefined;
}

/** Applies a recipe to the store within a request: the response is sent once the write is on the disk. */
export function updateStore<T>(context: WriteContext, recipe: (transaction: Transaction) => T): T {
  const { value, durable } = context.store.update(recipe);
  context.durable = durable;
  return value;
}
