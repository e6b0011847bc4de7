import { readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { dirname } from 'node:path/posix';
import ignore from 'ignore';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readConfiguredDocuments } from './config-files.ts';
import { documentExtensions, programExtensions } from './read-source.ts';

/** The files that can have documents, and where the list comes from. */
export interface FoundFiles {
  files: string[];
  /** Such as `the documents of codegen.ts`. */
  source: string;
}

const anyDocument = `**/*.{${[...documentExtensions, ...programExtensions].join(',')}}`;
const installed = '**/node_modules/**';

/**
 * Finds the files of a client: by paths, which are files, folders or patterns; else by the `documents` of a configuration file; else
 * below the working folder, without what git ignores. Throws a CommandError for a path that does not exist.
 */
export async function findFiles(paths: readonly string[], folder: string): Promise<FoundFiles> {
  const { glob } = await import('tinyglobby');
  const matching = (patterns: string | string[], cwd = folder, dot = false) =>
    glob(patterns, { cwd, dot, ignore: installed, absolute: true, expandDirectories: false });
  const below = async (cwd: string) => {
    const isIgnored = createGitFilter(await matching('**/.gitignore', cwd, true));
    return (await matching(anyDocument, cwd)).filter((file) => !isIgnored(file));
  };
  if (paths.length > 0) {
    const found = await Promise.all(
      paths.map(async (path) => {
        const file = resolve(folder, path);
        const stats = statSync(file, { throwIfNoEntry: false });
        if (stats) return stats.isDirectory() ? below(file) : [file];
        if (/[*?{}[\]!]/.test(path)) return matching(path);
        throw new CommandError(`${path} does not exist: expected a file, a folder or a pattern`, exitCodes.usage);
      }),
    );
    return { files: toNames(found.flat(), folder), source: paths.join(', ') };
  }
  const configured = await readConfiguredDocuments(folder);
  if (!configured) return { files: toNames(await below(folder), folder), source: 'the working folder' };
  const { file, patterns } = configured;
  return { files: toNames(await matching(patterns), folder), source: `the documents of ${file}` };
}

/** Says whether git ignores a file, by the `.gitignore` files of the folders that it is in. */
function createGitFilter(gitignores: string[]): (file: string) => boolean {
  const rules = gitignores.map((file) => ({ folder: dirname(file), rule: ignore().add(readFileSync(file, 'utf8')) }));
  return (file) =>
    rules.some(({ folder, rule }) => file.startsWith(`${folder}/`) && rule.ignores(file.slice(folder.length + 1)));
}

/** The files relative to the working folder, with slashes, each once and in order. */
const toNames = (files: readonly string[], folder: string): string[] =>
  [...new Set(files.map((file) => relative(folder, file).split(sep).join('/')))].toSorted();
