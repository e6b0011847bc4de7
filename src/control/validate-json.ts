import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { ProblemError } from './problem.ts';

let ajv: Ajv | undefined;

/**
 * Creates a function that throws a ProblemError if a JSON value does not follow a JSON Schema. The schema is compiled when it
 * is first used; `name` is what the value is called in messages.
 */
export function createJsonValidator(schema: AnySchema, name: string): (value: unknown) => void {
  let validate: ValidateFunction | undefined;
  return (value) => {
    ajv ??= new Ajv({ strictTypes: false, verbose: true, meta: false, validateSchema: false });
    validate ??= ajv.compile(schema);
    if (!validate(value)) throw problemOf(validate.errors![0]!, name);
  };
}

/** Returns the end of a message about an unknown name: the nearest names, or nothing. */
export const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? ` Did you mean ${names.slice(0, 5).join(', ')}?` : '';

type Describe = (params: Record<string, string>, error: ErrorObject) => { member?: string; message: string };

/** Errors whose message needs more than ajv says. */
const descriptions: Record<string, Describe> = {
  additionalProperties: ({ additionalProperty: member = '' }, { parentSchema }) => {
    const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
    return { member, message: `is unknown.${didYouMean(suggestionList(member, known))}` };
  },
  required: ({ missingProperty: member }) => ({ member, message: 'is required.' }),
  enum: (_, { schema }) => ({ message: `must be one of ${(schema as unknown[]).join(', ')}.` }),
  const: (_, { schema }) => ({ message: `must be ${JSON.stringify(schema)}.` }),
  type: ({ type }) => ({ message: `must be ${String(type).replaceAll(',', ' or ')}.` }),
};

function problemOf(error: ErrorObject, name: string): ProblemError {
  const { keyword, instancePath, message: ajvMessage, params } = error;
  const { member, message } = descriptions[keyword]?.(params, error) ?? { message: `${ajvMessage ?? keyword}.` };
  const segments = instancePath.split('/').slice(1).map(unescapePointer);
  const path = [...segments, ...(member === undefined ? [] : [member])].join('.');
  return new ProblemError(400, `${path === '' ? name : `"${path}"`} ${message}`, path === '' ? undefined : path);
}

const unescapePointer = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');
