export type Durability = ReturnType<typeof createDurability>;

/** Creates a promise for the writes that are appended until the next batch begins. */
export function createDurability() {
  let settle!: { resolve: () => void; reject: (error: Error) => void };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // Not every write has a response that waits for it.
  promise.catch(() => {});
  return { promise, ...settle };
}
