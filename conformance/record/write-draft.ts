import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCase } from '../cases/load.ts';
import type { Case } from '../model/case.ts';
import { fixturesFolder, operationDocument } from '../cases/documents.ts';
import { firstSchemaError } from '../model/json-schema.ts';
import type { DraftCase } from './draft-case.ts';

/** Writes a draft whole, under an id that no case has; its file, or why it is no case. */
export function writeDraft({ folder, case: each }: DraftCase, out: string): { file: string } | { reason: string } {
  const id = freeId(folder, out);
  const written: Case = { id, ...each };
  if (!isCase(written)) return { reason: firstSchemaError(isCase, 'the case') };
  const file = join(out, `${id}.json`);
  writeWhole(file, `${JSON.stringify(written, undefined, 2)}\n`);
  // The folder is one of cases by itself, as `fixtures/` is.
  const document = operationDocument(id);
  const beside = join(out, folder, 'operation.graphql');
  if (document !== undefined && !existsSync(beside)) writeWhole(beside, document);
  return { file };
}

function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

function freeId(folder: string, out: string): string {
  const taken = (id: string) => [out, fixturesFolder].some((each) => existsSync(join(each, `${id}.json`)));
  let number = 1;
  while (taken(`${folder}/recorded-${number}`)) number += 1;
  return `${folder}/recorded-${number}`;
}
