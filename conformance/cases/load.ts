import { type Dirent, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Case } from '../model/case.ts';
import { compileSchemaFile, readValidatedJson } from '../model/json-schema.ts';
import { fixturesFolder, operationDocument } from './documents.ts';
import { requirements } from './requirements.ts';

/** Validates a case against `case.schema.json`. */
export const isCase = compileSchemaFile<Case>(new URL('case.schema.json', import.meta.url));

/** Loads every case below a folder, sorted by id. A CommandError names the invalid file and the reason. */
export function loadCases(folder = fixturesFolder): Case[] {
  const files = readFolder(folder)
    .filter((entry) => entry.isDirectory() && !['demo', 'town', 'recorded'].includes(entry.name))
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    .filter((file) => file.endsWith('.json'));
  return files.map((file) => loadCase(file, folder)).toSorted((a, b) => a.id.localeCompare(b.id));
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new CommandError(`${folder} is not a folder of cases: ${(error as Error).message}`, exitCodes.usage);
  }
}

function loadCase(file: string, folder: string): Case {
  const invalid = (reason: string) => new CommandError(`${file}: ${reason}`, exitCodes.usage);
  const loaded = readValidatedJson(file, isCase, 'the case');
  // A draft gets its level from its reviewer. Until then it fails like a MUST.
  const value: Case = loaded.draft ? { ...loaded, level: 'MUST' } : loaded;
  const idOfFile = relative(folder, file)
    .replace(/\.json$/, '')
    .replaceAll('\\', '/');
  if (value.id !== idOfFile) throw invalid(`the id must be ${idOfFile}, like the file name`);
  const unknown = value.requirements.find((id) => !requirements.some((requirement) => requirement.id === id));
  if (unknown) throw invalid(`there is no requirement ${unknown}`);
  if (value.steps.some((step) => !('http' in step) && step.query === undefined) && !operationDocument(value.id, folder))
    throw invalid('a step has no query, and there is no operation.graphql in the folder of the case');
  return value;
}
