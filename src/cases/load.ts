import { readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../errors.ts';
import { readText } from '../read-text.ts';
import type { Case } from './case.ts';
import { type Operation, type UndoDescription, readCaseFile, readOperation } from './case-file.ts';

/** The folder of the cases of the project. */
export const fixturesFolder = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

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
  if (isProject && only === '') projectCases ??= readCases(folder, only);
  const cases = (isProject && projectCases) || readCases(folder, only);
  return cases.filter(({ id }) => id.startsWith(only));
}

let projectCases: Case[] | undefined;

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
  const operations = new Map<string, Operation>();
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
