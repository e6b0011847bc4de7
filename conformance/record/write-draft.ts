import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixturesFolder, operationDocument } from '../cases/documents.ts';
import { isCase } from '../cases/load.ts';
import type { Case } from '../model/case.ts';
import { firstSchemaError } from '../model/json-schema.ts';
import { formatJson } from '../reports/format-text.ts';
import type { DraftCase } from './draft-case.ts';

/** Writes a draft under an unused id. Returns its file, or the reason if it is not a valid case. */
export function writeDraft({ folder, case: draft }: DraftCase, out: string): { file: string } | { reason: string } {
  const id = unusedId(folder, out);
  const testCase: Omit<Case, 'level'> = { id, ...draft };
  if (!isCase(testCase)) return { reason: firstSchemaError(isCase, 'the case') };
  const file = join(out, `${id}.json`);
  writeAtomically(file, `${formatJson(testCase, 2)}\n`);
  // With the operation document, the folder can be loaded as a folder of cases.
  const document = operationDocument(id);
  const documentFile = join(out, folder, 'operation.graphql');
  if (document !== undefined && !existsSync(documentFile)) writeAtomically(documentFile, document);
  return { file };
}

function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.part`;
  try {
    writeFileSync(temporaryFile, text);
    renameSync(temporaryFile, file);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

function unusedId(folder: string, out: string): string {
  const isUsed = (id: string) => [out, fixturesFolder].some((each) => existsSync(join(each, `${id}.json`)));
  let number = 1;
  while (isUsed(`${folder}/recorded-${number}`)) number += 1;
  return `${folder}/recorded-${number}`;
}
