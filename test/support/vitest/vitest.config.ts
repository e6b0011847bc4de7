import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledFolder } from '../process.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The tests in each environment; in the mode `global-setup`, with one stand-in for all files. */
export default defineConfig(({ mode }) => {
  const hasGlobalSetup = mode === 'global-setup';
  return {
    cacheDir: fromRoot('node_modules/.vite'),
    test: {
      maxWorkers: 2,
      // The files of an environment share a thread and what it loads.
      isolate: false,
      projects: ['node', 'jsdom', 'happy-dom'].map((environment) => ({
        // What is compiled is loaded in a third of the time.
        ...(compiledFolder && {
          resolve: {
            alias: [{ find: /^.*\/src\/testing\/([\w-]+)\.ts$/, replacement: `${compiledFolder}/src/testing/$1.js` }],
          },
        }),
        test: {
          name: environment,
          environment,
          // The first test of a file loads the stand-in.
          testTimeout: 30_000,
          root: import.meta.dirname,
          include: ['*.spec.ts'],
          exclude: hasGlobalSetup ? ['msw.spec.ts'] : ['global-setup.spec.ts'],
          // As an installed package, the product is loaded by Node.js, not by Vitest.
          execArgv: compiledFolder ? [] : ['--import', 'tsx'],
          server: { deps: { external: [/\/src\//] } },
          ...(hasGlobalSetup && {
            globalSetup: [fromRoot('src/testing/vitest-global-setup.ts')],
            provide: { plenum: { dialect: 'decidim-0.32' as const, controlToken: 'secret' } },
          }),
        },
      })),
    },
  };
});
