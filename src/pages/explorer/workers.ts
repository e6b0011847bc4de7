const workers: Record<string, string> = { graphql: 'graphql-worker', json: 'json-worker' };

/** Lets the editor run its language services in workers of this server. */
export function registerWorkers(): void {
  Object.assign(globalThis, {
    MonacoEnvironment: {
      getWorker: (_: string, label: string) =>
        new Worker(`/__pages/explorer/${workers[label] ?? 'editor-worker'}.js`, { type: 'module' }),
    },
  });
}
