import { readFileSync } from 'node:fs';
import type { Ajv, ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { ajv as ajvPackage } from '../packages.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';

let common: Ajv | undefined;

const commonAjv = (): Ajv => {
  const { date, 'date-time': dateTime } = fullFormats;
  common ??= new (ajvPackage().Ajv)({ strict: false, formats: { date, 'date-time': dateTime } });
  return common;
};

/** A validator for a JSON Schema, which is compiled when the first value is validated: that takes longer than most commands. */
export function compileSchema<T>(schema: object, ajv: () => Ajv = commonAjv): ValidateFunction<T> {
  let compiled: ValidateFunction<T> | undefined;
  const validate = (value: unknown): value is T => {
    compiled ??= ajv().compile<T>(schema);
    const isValid = compiled(value);
    lazy.errors = compiled.errors;
    return isValid;
  };
  const lazy = Object.assign(validate, { schema }) as ValidateFunction<T>;
  return lazy;
}

/** A validator for the JSON Schema in a file. */
export const compileSchemaFile = <T>(file: URL): ValidateFunction<T> =>
  compileSchema(JSON.parse(readFileSync(file, 'utf8')) as object);

/** The first error of a validator; `rootName` names the value itself, such as `the case`. */
export function firstSchemaError({ errors }: ValidateFunction, rootName: string): string {
  const [{ instancePath, message } = { instancePath: '', message: '' }] = errors ?? [];
  return `${instancePath || rootName} ${message}`;
}

/** Reads a JSON file and validates it. A CommandError names the file and the first invalid member. */
export function readValidatedJson<T>(file: string, validate: ValidateFunction<T>, rootName: string): T {
  const value = readJson(file, exitCodes.usage);
  if (validate(value)) return value;
  throw new CommandError(`${file}: ${firstSchemaError(validate, rootName)}`, exitCodes.usage);
}
