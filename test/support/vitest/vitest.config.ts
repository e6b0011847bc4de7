import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledFolder } from '../process.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Some of the tests in an environment. */
const project = (name: string, environment: string, files: string[], options: object = {}) => ({
  // What is compiled is loaded in a third of the time.
  ...(compiledFolder && {
    resolve: {
      alias: [{ find: /^.*\/src\/testing\/([\w-]+)\.ts$/, replacement: `${compiledFolder}/src/testing/$1.js` }],
    },
  }),
  test: {
    name,
    environment,
    // The first test of a file loads the stand-in.
    testTimeout: 30_000,
    root: import.meta.dirname,
    include: files,
    // As an installed package, the product is loaded by Node.js, not by Vitest.
    execArgv: compiledFolder ? [] : ['--import', 'tsx'],
    server: { deps: { external: [/\/src\//] } },
    ...options,
  },
});

export default defineConfig({
  cacheDir: fromRoot('node_modules/.vite'),
  test: {
    maxWorkers: 2,
    // The files of a project share a thread and what it loads.
    isolate: false,
    projects: [
      ...['node', 'jsdom', 'happy-dom'].map((each) => project(each, each, ['environment.spec.ts', 'msw.spec.ts'])),
      // The setup runs in Node.js. This environment replaces what requests consist of.
      project('one stand-in for all files', 'jsdom', ['environment.spec.ts', 'global-setup.spec.ts'], {
        globalSetup: [fromRoot('src/testing/vitest-global-setup.ts')],
        provide: { plenum: { dialect: 'decidim-0.32' as const, controlToken: 'secret' } },
      }),
    ],
  },
});
