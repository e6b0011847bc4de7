import { isAbsolute, join, relative } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import type { Case } from './case.ts';
import { readCaseFile } from './case-file.ts';
import { fixturesFolder, readCaseFiles } from './case-files.ts';

/**
 * Loads every case of the files `<operation>/<name>.yaml` and `.json` below a folder, sorted by id. A CommandError lists everything
 * that is wrong with them.
 */
export function loadCases(folder = fixturesFolder): Case[] {
  if (folder !== fixturesFolder) return readCases(folder);
  projectCases ??= readCases(folder);
  return [...projectCases];
}

let projectCases: Case[] | undefined;

function readCases(folder: string): Case[] {
  const files = readCaseFiles(folder);
  const names = [...files.keys()].filter((file) => caseFileName.test(file));
  const loaded = names.map((file) => loadFile(files, folder, file));
  const cases = loaded.flatMap((each) => each.cases).toSorted((a, b) => a.id.localeCompare(b.id));
  // A problem of a document is found again by every step with it.
  const problems = [...new Set([...loaded.flatMap((each) => each.problems), ...repeatedIds(cases)])];
  if (problems.length > 0) throw new CommandError(problems, exitCodes.usage);
  if (cases.length > 0) return cases;
  throw new CommandError(
    `${folder} has no cases: expected files such as answer/state.yaml or answer/accepted.json in it`,
    exitCodes.usage,
  );
}

const caseFileName = /\.(ya?ml|json)$/;

function loadFile(files: ReadonlyMap<string, string>, folder: string, file: string) {
  const path = join(folder, file);
  const fromHere = relative('', path);
  return readCaseFile(files.get(file)!, {
    file: (fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere).replaceAll('\\', '/'),
    name: file.replace(caseFileName, ''),
    readDocument: (name) => files.get(`${file.split('/')[0]}/${name}.graphql`),
  });
}

const placeOf = ({ source }: Case): string => `${source!.file}:${source!.line}`;

const repeatedIds = (cases: Case[]): string[] =>
  cases.slice(1).flatMap((each, index) => {
    const before = cases[index]!;
    return each.id === before.id
      ? [`${placeOf(each)}: expected another id than ${each.id}, which ${placeOf(before)} has`]
      : [];
  });
