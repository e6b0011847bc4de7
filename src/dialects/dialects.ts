import { basename } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { describeNames } from '../did-you-mean.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { type Release, currentRelease, releases } from './decidim/releases.ts';
import { createDecidimSuiteDialect } from './decidim/suite.ts';
import { findRelease } from './decidim/town.ts';
import type { ServerDialect } from '../server/dialect.ts';
import { specificationSuiteDialect } from './specification-suite.ts';
import { type DocumentRules, type SuiteDialect, releaseIn } from './suite-dialect.ts';

export type { DialectName } from './dialect-name.ts';

/** The sides of a dialect: for the suite, the server, and the judge of documents. The last two are loaded on demand. */
interface Dialect {
  suite: SuiteDialect;
  loadServer(): Promise<ServerDialect>;
  loadDocumentRules(): Promise<DocumentRules>;
}

const specification: Dialect = {
  suite: specificationSuiteDialect,
  loadServer: async () => (await import('./specification.ts')).serverDialect,
  loadDocumentRules: async () => (await import('./specification.ts')).createSpecificationDocumentRules(),
};

function createDecidim(release: Release): Dialect {
  let server: Promise<ServerDialect> | undefined;
  return {
    suite: createDecidimSuiteDialect(release),
    loadServer: () =>
      (server ??= import('./decidim/server.ts').then((each) => each.createDecidimServerDialect(release))),
    loadDocumentRules: async () => (await import('./decidim/document-rules.ts')).createDocumentRules(release),
  };
}

/** Every dialect. */
const dialects: Dialect[] = [specification, ...releases.map(createDecidim)];

/** The default dialect of the commands that compare servers with recordings, or with each other. */
export const defaultDecidimDialect = currentRelease.name;

/** The releases of Decidim, the oldest first. */
export const decidimDialects: readonly string[] = releases.map(({ name }) => name);

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

/** Loads the server's side of a dialect, once. Throws CommandError with the known names for an unknown name. */
export const loadServerDialect = async (name: string): Promise<ServerDialect> => findDialect(name).loadServer();

/** Loads how a dialect judges documents. Throws CommandError with the known names for an unknown name. */
export const loadDocumentRules = async (name: string): Promise<DocumentRules> => findDialect(name).loadDocumentRules();

/** Loads how a town judges documents whose release has the schema, with the limits and texts of 0.32. */
export const loadDocumentRulesOfSchema = async (schema: GraphQLSchema): Promise<DocumentRules> =>
  (await import('./decidim/document-rules.ts')).createDocumentRules(currentRelease, schema);

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
    `unknown dialect ${name}.${describeNames(name, 'dialects', Object.keys(suiteDialects))}`,
    exitCodes.usage,
  );
}
