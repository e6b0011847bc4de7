import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../errors.ts';

/** The folder of the cases of the project. */
export const fixturesFolder = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

const fileName = /\.yaml$/;
let projectFiles: ReadonlyMap<string, string> | undefined;

/** Reads the files `<operation>/<name>` of a folder of cases, by these paths. Throws a CommandError if there is no such folder. */
export function readCaseFiles(folder = fixturesFolder): ReadonlyMap<string, string> {
  return folder === fixturesFolder ? (projectFiles ??= readFolder(folder)) : readFolder(folder);
}

function readFolder(folder: string): ReadonlyMap<string, string> {
  const operations = listOperations(folder);
  const paths = operations.flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`));
  return new Map(
    paths.filter((path) => fileName.test(path)).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

function listOperations(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    throw new CommandError(`${folder} is not a folder of cases: ${(error as Error).message}`, exitCodes.usage);
  }
}
