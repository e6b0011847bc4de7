import { createDecidimSuiteDialect } from './suite.ts';
import type { Release } from './release.ts';

/** Creates the dialect of a release: the suite's side, and the server's side, which is loaded on demand. */
export const createDecidim = (version: Release) => ({
  suite: createDecidimSuiteDialect(version),
  loadServer: async () => (await import('./server.ts')).createDecidimServerDialect(version),
});
