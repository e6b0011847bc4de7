import { basename } from 'node:path';
import type { ServerDialect } from './server-dialect.ts';
import { type SuiteDialect, releaseIn } from './suite-dialect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createDecidim } from './decidim/decidim.ts';
import { decidim032 } from './decidim/releases/0.32/release.ts';
import { findRelease } from './decidim/releases/find-release.ts';
import type { Release } from './decidim/release.ts';
import { releases } from './decidim/releases/releases.ts';
import { withHints } from './hints.ts';
import { serverDialect } from './specification/server.ts';
import { specificationSuiteDialect } from './specification/suite.ts';

export type { DialectName } from './dialect-name.ts';

/** Both sides of a dialect; the server's side is loaded on demand. */
interface Dialect {
  suite: SuiteDialect;
  loadServer(): Promise<ServerDialect>;
}

const specificationWithHints = withHints(serverDialect);
const specification: Dialect = {
  suite: specificationSuiteDialect,
  // The other dialects need its modules too, so they are loaded before the first server starts.
  loadServer: async () => specificationWithHints,
};

/** Every dialect. */
const dialects: Dialect[] = [specification, ...releases.map(createDecidim)];

/** The default dialect of the commands that compare servers with recordings, or with each other. */
export const defaultDecidimDialect = decidim032.name;

/** The suite's side of every dialect, by name. */
export const suiteDialects: Record<string, SuiteDialect> = Object.fromEntries(
  dialects.map(({ suite }) => [suite.name, suite]),
);

/** Whether a name is that of a dialect, or of a release with the schema of a town, such as `decidim-0.31+town.graphql`. */
export const isDialectName = (name: string): boolean =>
  Object.hasOwn(suiteDialects, name) || Object.hasOwn(suiteDialects, releaseIn(name));

/**
 * The name of a dialect with the schema of a town, a file or a text in SDL; that of the dialect without one. Throws CommandError
 * unless the dialect is a release of Decidim.
 */
export function dialectWithSchema(name: string, schema: string | undefined): string {
  if (schema === undefined) return name;
  if (suiteDialectByName(name).releases) return `${name}+${schema}`;
  throw new CommandError(
    `a schema is laid over a release of Decidim, and the dialect is ${name}: choose the release of the town with --dialect, such as ${defaultDecidimDialect}`,
    exitCodes.usage,
  );
}

/** Returns the suite's side of a dialect. Throws CommandError with the known names for an unknown name. */
export const suiteDialectByName = (name: string): SuiteDialect => findDialect(name).suite;

const loadedServerDialects = new WeakMap<Dialect, Promise<ServerDialect>>();

/** Loads the server's side of a dialect, once. Throws CommandError with the known names for an unknown name. */
export async function loadServerDialect(name: string): Promise<ServerDialect> {
  const dialect = findDialect(name);
  const loaded = loadedServerDialects.get(dialect) ?? dialect.loadServer();
  loadedServerDialects.set(dialect, loaded);
  return loaded;
}

type ListUnshownRecords = (typeof import('./decidim/unshown-records.ts'))['listUnshownRecords'];

/** Lists what the newest release of Decidim shows of the records of a store, and a schema does not. */
export const listUnshownRecords = async (...args: Parameters<ListUnshownRecords>): Promise<string[]> =>
  (await import('./decidim/unshown-records.ts')).listUnshownRecords(...args);

/**
 * Returns the dialect that the name of a folder starts with, such as `decidim-0.32` for the recordings in `decidim-0.32.2`;
 * the default dialect if there is none.
 */
export function dialectOfRecordings(folder: string): string {
  const folderName = `${basename(folder)}-`;
  const names = Object.keys(suiteDialects).filter(
    (name) => folderName.startsWith(`${name}-`) || folderName.startsWith(`${name}.`),
  );
  return names.toSorted((a, b) => b.length - a.length)[0] ?? defaultDecidimDialect;
}

const towns = new WeakMap<Release, Dialect>();

function findDialect(name: string): Dialect {
  const dialect = dialects.find(({ suite }) => suite.name === name);
  if (dialect) return dialect;
  const release = findRelease(name);
  if (release) {
    const town = towns.get(release) ?? createDecidim(release);
    towns.set(release, town);
    return town;
  }
  throw new CommandError(
    `unknown dialect ${name}; there are ${Object.keys(suiteDialects).join(', ')}`,
    exitCodes.usage,
  );
}
