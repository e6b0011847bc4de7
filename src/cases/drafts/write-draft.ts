import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCaseFiles } from '../case-files.ts';
import { isCaseFile } from '../schema.ts';
import type { Case } from '../case.ts';
import { firstSchemaError } from '../../client/json-schema.ts';
import { CommandError, writing } from '../../errors.ts';
import type { DraftCase } from './draft-case.ts';
import { draftFile, draftText } from './draft-text.ts';

const schemaFile = fileURLToPath(new URL('../case.schema.json', import.meta.url));

/** A file that could not be written, and what would be in it. */
export interface UnwrittenFile {
  file: string;
  text: string;
  /** A sentence that names the file. */
  problem: string;
}

/**
 * Writes a draft under an unused id, which it adds to those that are taken. Returns its file, and the
 * files that could not be written: it may be among them. Returns the reason if the draft is not a valid case.
 */
export function writeDraft(
  { folder, case: draft }: DraftCase,
  out: string,
  taken = new Set<string>(),
): { file: string; unwritten: UnwrittenFile[] } | { reason: string } {
  const id = unusedId(folder, out, taken);
  const testCase: Omit<Case, 'level'> = { id, ...draft };
  if (!isCaseFile(draftFile(testCase))) return { reason: firstSchemaError(isCaseFile, 'the case') };
  const file = join(out, `${id}.yaml`);
  const schema = relative(dirname(resolve(file)), schemaFile).replaceAll('\\', '/');
  const unwritten = writeAtomically(file, draftText(testCase, schema));
  return { file, unwritten };
}

function writeAtomically(file: string, text: string): UnwrittenFile[] {
  const temporaryFile = `${file}.part`;
  return tryToWrite(file, text, () => {
    try {
      writing(file, () => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(temporaryFile, text);
        renameSync(temporaryFile, file);
      });
    } finally {
      rmSync(temporaryFile, { force: true });
    }
  });
}

/** Returns the file if it cannot be written. */
function tryToWrite(file: string, text: string, write: () => void): UnwrittenFile[] {
  try {
    write();
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [{ file, text, problem: error.message }];
  }
}

function unusedId(folder: string, out: string, taken: Set<string>): string {
  const isUsed = (id: string) =>
    taken.has(id) || readCaseFiles().has(`${id}.yaml`) || existsSync(join(out, `${id}.yaml`));
  let number = 1;
  while (isUsed(`${folder}/recorded-${number}`)) number += 1;
  const id = `${folder}/recorded-${number}`;
  taken.add(id);
  return id;
}
