import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import { firstSchemaError, compileSchemaFile } from '../../conformance/model/json-schema.ts';
import { type FieldValues, fieldValueExchanges } from './field-values.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

const isExchange = compileSchemaFile<RecordedExchange>(new URL('recorded-exchange.schema.json', import.meta.url));
const isFieldValues = compileSchemaFile<FieldValues>(new URL('field-values.schema.json', import.meta.url));

const fieldValuesFile = 'field-values.json';
/** Files beside the exchanges that hold none: the server audits, and a command that no request reaches. */
const otherFiles = new Set(['audits.json', 'create-result-command.json']);

/**
 * The recorded exchanges of a folder, in their order; those of field values, which have none, come last. A CommandError
 * names the file, and the record that is not right.
 */
export function readRecordings(folder: string): RecordedExchange[] {
  const files = filesOf(folder);
  const exchanges = files
    .filter((file) => file !== fieldValuesFile)
    .flatMap((file) => readList(join(folder, file), isExchange))
    .toSorted((a, b) => a.order - b.order);
  const fields = files.includes(fieldValuesFile) ? readList(join(folder, fieldValuesFile), isFieldValues) : [];
  const all = [...exchanges, ...fieldValueExchanges(fields, (exchanges.at(-1)?.order ?? 0) + 1)];
  for (const member of ['order', 'name'] as const) mustDiffer(all, member, folder);
  return all;
}

function filesOf(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !otherFiles.has(file));
    if (files.length > 0) return files.toSorted();
  } catch (error) {
    throw new CommandError(`${folder} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
  throw new CommandError(`${folder} has no recordings: files of exchanges that end in .json`, exitCodes.usage);
}

function readList<T>(file: string, validate: ValidateFunction<T>): T[] {
  const list = readJson(file, exitCodes.usage);
  if (!Array.isArray(list)) throw new CommandError(`${file}: it must be an array`, exitCodes.usage);
  return list.map((value: unknown, index) => {
    if (validate(value)) return value;
    throw new CommandError(`${file}: ${titleOf(value, index)}: ${firstSchemaError(validate, 'it')}`, exitCodes.usage);
  });
}

/** What a person finds a record by: its place, and what it is called. */
function titleOf(value: unknown, index: number): string {
  const { name, record } = (value ?? {}) as { name?: unknown; record?: unknown };
  const called = [name, record].find((each) => typeof each === 'string');
  return `record ${index + 1}${called ? ` (${called})` : ''}`;
}

function mustDiffer(all: RecordedExchange[], member: 'order' | 'name', folder: string): void {
  const seen = new Map<unknown, RecordedExchange>();
  for (const each of all) {
    const other = seen.get(each[member]);
    if (other)
      throw new CommandError(
        `${folder}: ${other.name} and ${each.name} have the same ${member} ${each[member]}`,
        exitCodes.usage,
      );
    seen.set(each[member], each);
  }
}
