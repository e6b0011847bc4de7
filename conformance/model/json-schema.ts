import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';

const ajv = new Ajv({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });

/** The validator of a JSON Schema file. */
export const compileSchemaFile = <T>(file: URL): ValidateFunction<T> =>
  ajv.compile<T>(JSON.parse(readFileSync(file, 'utf8')) as object);

/** The first fault that a validator found; `whole` names the value itself. */
export function firstSchemaError({ errors }: ValidateFunction, whole: string): string {
  const [{ instancePath, message } = { instancePath: '', message: '' }] = errors ?? [];
  return `${instancePath || whole} ${message}`;
}

/** The value of a JSON file, judged; a CommandError names the file, the member that is not right, and why. */
export function readValidatedJson<T>(file: string, validate: ValidateFunction<T>, whole: string): T {
  const value = readJson(file, exitCodes.usage);
  if (validate(value)) return value;
  throw new CommandError(`${file}: ${firstSchemaError(validate, whole)}`, exitCodes.usage);
}
