import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import { compileSchemaFile, firstSchemaError } from '../../src/client/json-schema.ts';
import { type FieldValues, fieldValueExchanges } from './field-values.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

const isExchange = compileSchemaFile<RecordedExchange>(new URL('recorded-exchange.schema.json', import.meta.url));
const isFieldValues = compileSchemaFile<FieldValues>(new URL('field-values.schema.json', import.meta.url));

const fieldValuesFile = 'field-values.json';
/** Files of a recordings folder that contain no exchanges: results of audits, and a console command. */
const otherFiles = new Set(['audits.json', 'create-result-command.json']);

/**
 * Reads the exchanges of a folder in the order of their recording, and the field values after them, or before them if they
 * were recorded before any mutation. A CommandError names the file and the invalid record.
 */
export function readRecordings(folder: string, { fieldValuesFirst = false } = {}): RecordedExchange[] {
  const files = listFiles(folder);
  const exchanges = files
    .filter((file) => file !== fieldValuesFile)
    .flatMap((file) => readList(join(folder, file), isExchange))
    .toSorted((a, b) => a.order - b.order);
  const fieldValues = files.includes(fieldValuesFile) ? readList(join(folder, fieldValuesFile), isFieldValues) : [];
  const ofFields = fieldValueExchanges(fieldValues, (exchanges.at(-1)?.order ?? 0) + 1);
  const all = fieldValuesFirst ? [...ofFields, ...exchanges] : [...exchanges, ...ofFields];
  for (const member of ['order', 'name'] as const) assertUnique(all, member, folder);
  return all;
}

function listFiles(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !otherFiles.has(file));
    if (files.length > 0) return files.toSorted();
  } catch (error) {
    throw new CommandError(`${folder} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
  throw new CommandError(`${folder} contains no .json files with recorded exchanges`, exitCodes.usage);
}

function readList<T>(file: string, validate: ValidateFunction<T>): T[] {
  const list = readJson(file, exitCodes.usage);
  if (!Array.isArray(list)) throw new CommandError(`${file}: the file must contain an array`, exitCodes.usage);
  return list.map((value: unknown, index) => {
    if (validate(value)) return value;
    const error = firstSchemaError(validate, 'the record');
    throw new CommandError(`${file}: ${describeRecord(value, index)}: ${error}`, exitCodes.usage);
  });
}

/** Identifies a record by its number, and by its name if it has one. */
function describeRecord(value: unknown, index: number): string {
  const { name, record } = (value ?? {}) as { name?: unknown; record?: unknown };
  const title = [name, record].find((each) => typeof each === 'string');
  return `record ${index + 1}${title ? ` (${title})` : ''}`;
}

function assertUnique(exchanges: RecordedExchange[], member: 'order' | 'name', folder: string): void {
  const seen = new Map<unknown, RecordedExchange>();
  for (const exchange of exchanges) {
    const value = exchange[member];
    const other = seen.get(value);
    if (other) {
      const message = `${folder}: ${other.name} and ${exchange.name} have the same ${member} ${value}`;
      throw new CommandError(message, exitCodes.usage);
    }
    seen.set(value, exchange);
  }
}
