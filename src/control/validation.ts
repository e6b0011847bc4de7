import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { type SchemaName, type Shape, schemas } from './admin/schemas.ts';
import { ProblemError } from './problem.ts';

const rfc3339 = fullFormats['date-time'] as { validate(text: string): boolean };
const root = 'control';

let ajv: Ajv | undefined;

function createAjv(): Ajv {
  const created = new Ajv({
    discriminator: true,
    allowUnionTypes: true,
    verbose: true,
    meta: false,
    validateSchema: false,
  });
  created.addKeyword('components');
  // Errors have the keyword of the earlier draft, which ajv knows.
  created.addKeyword({ keyword: 'dependentRequired', macro: (names: object) => ({ dependencies: names }) });
  // Leap seconds are valid in RFC 3339, but not in JavaScript.
  created.addFormat('date-time', (text) => rfc3339.validate(text) && !Number.isNaN(Date.parse(text)));
  // The schemas have a pattern for durations.
  created.addFormat('duration', true);
  return created.addSchema({ $id: root, components: { schemas } });
}

const validators = new Map<SchemaName, ValidateFunction>();

/** A validator is compiled when it is first used. */
function validatorOf(schema: SchemaName): ValidateFunction {
  let validator = validators.get(schema);
  if (!validator) {
    ajv ??= createAjv();
    validators.set(schema, (validator = ajv.compile({ $ref: `${root}#/components/schemas/${schema}` })));
  }
  return validator;
}

/**
 * Validates a value. Throws a ProblemError that names the wrong member: the path of the body's member, or `name`, the name of
 * a parameter. `whole` is what the value as a whole is called.
 */
export function validate<N extends SchemaName>(
  schema: N,
  value: unknown,
  name?: string,
  whole = 'The body',
): asserts value is Shape<N> {
  const validator = validatorOf(schema);
  if (validator(value)) return;
  const errors = validator.errors!;
  // The last error is that of the whole if there are several alternatives.
  const last = errors.at(-1)!;
  const error = last.keyword === 'oneOf' ? last : errors[0]!;
  const path = pathOf(error, name);
  const subject = path === undefined ? whole : `The member ${JSON.stringify(path)}`;
  throw new ProblemError(400, `${subject} ${describe(error)}`, path);
}

function pathOf({ instancePath, keyword, params }: ErrorObject, name: string | undefined): string | undefined {
  const path = instancePath.split('/').slice(1);
  const steps = path.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'additionalProperties') steps.push(params['additionalProperty'] as string);
  else if (keyword === 'required') steps.push(params['missingProperty'] as string);
  else if (keyword === 'discriminator') steps.push(params['tag'] as string);
  else if (keyword === 'dependencies') steps.push(params['property'] as string);
  else if (name !== undefined) steps.unshift(name);
  return steps.length > 0 ? steps.join('.').slice(0, 200) : undefined;
}

type Groups = { anyOf: { required: string[] }[] }[];
const namesOf = ({ anyOf }: Groups[number]): string => anyOf.map(({ required }) => required[0]).join(' and/or ');

type Variants = { properties: Record<string, { const: string }> }[];
const valuesOf = (variants: Variants, tag: string): string[] =>
  variants.map(({ properties }) => properties[tag]!.const);

const descriptions: Record<string, (error: ErrorObject) => string> = {
  additionalProperties({ parentSchema, params }) {
    const names = Object.keys(parentSchema!['properties'] as object);
    const nearest = suggestionList(params['additionalProperty'] as string, names);
    return nearest.length > 0
      ? `is unknown.${didYouMean(nearest)}`
      : `is unknown; the members are ${names.join(', ') || 'none'}.`;
  },
  required: () => 'is missing',
  dependencies: ({ params }) => `is for requests with ${params['missingProperty']}`,
  discriminator: ({ parentSchema, params }) =>
    `must be ${valuesOf(parentSchema!['oneOf'] as Variants, params['tag'] as string).join(' or ')}`,
  oneOf: ({ schema }) => `must have exactly one of the members ${(schema as Groups).map(namesOf).join(', ')}`,
  pattern: ({ parentSchema }) => `must be ${parentSchema!['description']}`,
  enum: ({ params }) => `must be ${(params['allowedValues'] as string[]).join(' or ')}`,
  type: ({ params }) => `must be ${String(params['type']).replaceAll(',', ' or ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
};

function describe(error: ErrorObject): string {
  const description = descriptions[error.keyword]?.(error) ?? error.message!;
  return /[.?]$/.test(description) ? description : `${description}.`;
}

/** Returns the end of a message about an unknown name: the nearest names, or nothing. */
export const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? ` Did you mean ${names.slice(0, 5).join(', ')}?` : '';
