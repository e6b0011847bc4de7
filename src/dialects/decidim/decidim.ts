import { createDecidimSuiteDialect } from './suite.ts';
import type { DecidimVersion } from './version.ts';

/** Creates the dialect of a Decidim version: the suite's side, and the server's side, which is loaded on demand. */
export const createDecidim = (version: DecidimVersion) => ({
  suite: createDecidimSuiteDialect(version),
  loadServer: async () => (await import('./server.ts')).createDecidimServerDialect(version),
});
