import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';

const ajv = new Ajv({
  strict: false,
  formats: {
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  },
});

/** Compiles a JSON Schema into a validator. */
export const compileSchema = <T>(schema: object): ValidateFunction<T> => ajv.compile<T>(schema);

/** Compiles a JSON Schema file into a validator. */
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
