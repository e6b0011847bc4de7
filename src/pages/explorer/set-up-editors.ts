import { TabFocus } from 'monaco-editor/esm/vs/editor/browser/config/tabFocus.js';

const workers: Record<string, string> = { graphql: 'graphql-worker', json: 'json-worker' };

/** Lets the editors run their language services in workers of this server, and the Tab key leave them. */
export function setUpEditors(): void {
  TabFocus.setTabFocusMode(true);
  Object.assign(globalThis, {
    MonacoEnvironment: {
      getWorker: (_: string, label: string) =>
        new Worker(`/__pages/explorer/${workers[label] ?? 'editor-worker'}.js`, { type: 'module' }),
    },
  });
}
