import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import { readText } from '../read-text.ts';
import type { Case } from './case.ts';
import { type Operation, type UndoDescription, readCaseFile, readOperation } from './case-file.ts';

/** The folder of the cases of the project. */
export const fixturesFolder = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

/** What the build has read of the cases of the project, which takes longer than many runs; a checkout does not have it. */
const preparedFile = fileURLToPath(new URL('../../fixtures/cases.json.gz', import.meta.url));

interface PreparedCases {
  /** With the places of the files in their folder. */
  cases: Case[];
  operations: [folder: string, operation: Operation][];
}

let prepared: PreparedCases | undefined;

function readPrepared(): PreparedCases | undefined {
  if (existsSync(preparedFile))
    prepared ??= JSON.parse(gunzipSync(readFileSync(preparedFile)).toString()) as PreparedCases;
  return prepared;
}

const withFile = (each: Case, change: (file: string) => string): Case => ({
  ...each,
  source: { ...each.source!, file: change(each.source!.file) },
});

/** Reads the cases of the project for its package. Throws a CommandError that lists everything that is wrong with them. */
export const prepareCases = (): PreparedCases => ({
  cases: loadCases().map((each) => withFile(each, (file) => relative(fixturesFolder, resolve(file)))),
  operations: [...loadOperations()],
});

/** The cases of the project as they are loaded from what was prepared. */
export const casesOf = ({ cases }: PreparedCases): Case[] =>
  cases.map((each) => withFile(each, (file) => shownPath(fixturesFolder, file)));

const isYaml = /\.ya?ml$/i;
const isOperationFile = (file: string): boolean => /^[^/]+\/operation\.ya?ml$/i.test(file);

/**
 * Reads every YAML file below a folder of cases, by its path. The first part of the path is the operation. Throws a CommandError if there
 * is no such folder, or if a file is in no folder of an operation.
 */
function readCaseFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  try {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => isYaml.test(each)))
      files.set(path.replaceAll('\\', '/'), readText(join(folder, path)));
  } catch (error) {
    throw new CommandError(`${folder} is not a folder of cases: ${(error as Error).message}`, exitCodes.usage);
  }
  const outside = [...files.keys()].filter((file) => !file.includes('/'));
  if (outside.length > 0)
    throw new CommandError(
      outside.map(
        (file) => `${shownPath(folder, file)}: expected it in the folder of an operation, such as answer/${file}`,
      ),
      exitCodes.usage,
    );
  return files;
}

/**
 * Loads the cases of the files `<operation>/<topic>.yaml` in a folder whose id starts with `only`, sorted by id. A CommandError lists
 * everything that is wrong with the folders of these operations.
 */
export function loadCases(folder = fixturesFolder, only = ''): Case[] {
  const isProject = folder === fixturesFolder;
  if (isProject) projectCases ??= preparedCases() ?? (only === '' ? readCases(folder, only) : undefined);
  const cases = (isProject && projectCases) || readCases(folder, only);
  return cases.filter(({ id }) => id.startsWith(only));
}

let projectCases: Case[] | undefined;

function preparedCases(): Case[] | undefined {
  const known = readPrepared();
  return known && casesOf(known);
}

/** Reads the folders of operations that can have cases whose id starts with `only`. */
function readCases(folder: string, only: string): Case[] {
  const problems: string[] = [];
  const operations = loadOperations(folder, problems);
  const files = [...readCaseFiles(folder)].filter(([file]) => !isOperationFile(file));
  const cases = files
    .filter(([file]) => {
      const operation = file.replace(/\/.*/, '/');
      return operation.startsWith(only) || only.startsWith(operation);
    })
    .flatMap(([file, text]) =>
      readCaseFile(shownPath(folder, file), text, { folder: file.split('/')[0]!, operations }, problems),
    )
    .toSorted((a, b) => a.id.localeCompare(b.id));
  problems.push(...repeatedIds(cases));
  if (problems.length > 0) throw new CommandError([...new Set(problems)], exitCodes.usage);
  if (cases.length > 0 || only !== '') return cases;
  throw new CommandError(`${folder} has no cases: expected files such as answer/state.yaml in it`, exitCodes.usage);
}

/** Reads each `<operation>/operation.yaml`, and adds what is wrong with it to the problems. */
export function loadOperations(folder = fixturesFolder, problems: string[] = []): Map<string, Operation> {
  const known = folder === fixturesFolder ? readPrepared() : undefined;
  const operations = new Map<string, Operation>(known?.operations);
  if (known) return operations;
  for (const [file, text] of readCaseFiles(folder)) {
    if (!isOperationFile(file)) continue;
    const operation = readOperation(shownPath(folder, file), text, problems);
    if (operation) operations.set(file.split('/')[0]!, operation);
  }
  return operations;
}

/** How writes are undone: as the operations in a folder of cases say, and those of this package. */
export const loadUndoDescriptions = (folder = fixturesFolder): UndoDescription[] =>
  [...new Set([folder, fixturesFolder])].flatMap((each) =>
    [...loadOperations(each).values()].flatMap(({ undo = [] }) => undo),
  );

function shownPath(folder: string, file: string): string {
  const path = join(folder, file);
  const fromHere = relative('', path);
  return (fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere).replaceAll('\\', '/');
}

const placeOf = ({ source }: Case): string => `${source!.file}:${source!.line}`;

const repeatedIds = (cases: Case[]): string[] =>
  cases.slice(1).flatMap((each, index) => {
    const before = cases[index]!;
    return each.id === before.id
      ? [`${placeOf(each)}: expected another id than ${each.id}, which ${placeOf(before)} has`]
      : [];
  });
