import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ImportOptions, importWorld } from '../../src/worlds/import/import-world.ts';
import { writeWorld } from '../../src/records/write-world.ts';
import { createTemporaryFolder } from './folders.ts';

/** The options of an import from a URL as fast as the server can. */
export const importOptions = (url: string, options: Partial<ImportOptions> = {}): ImportOptions => ({
  url,
  environment: {},
  requestIntervalMs: 0,
  timeoutMs: 20_000,
  spaces: [],
  keepNames: true,
  signal: new AbortController().signal,
  firstWaitMs: 1,
  ...options,
});

/** Imports from a URL. Returns what was read, and the folder with the world. */
export async function importFrom(t: TestContext, url: string, options: Partial<ImportOptions> = {}) {
  const result = await importWorld(importOptions(url, options));
  const folder = join(createTemporaryFolder(t), 'world');
  writeWorld(folder, { ...result.world.files, 'import-report.txt': result.report });
  return { ...result, folder };
}
