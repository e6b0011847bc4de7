import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { ProblemError } from '../problem.ts';
import { schemas } from './schemas.ts';

const rfc3339 = fullFormats['date-time'] as { validate(text: string): boolean };
const root = 'control';

const ajv = new Ajv2020({ discriminator: true, allowUnionTypes: true, verbose: true });
ajv.addKeyword('components');
// Leap seconds are valid in RFC 3339, but not in JavaScript.
ajv.addFormat('date-time', (text) => rfc3339.validate(text) && !Number.isNaN(Date.parse(text)));
// The schemas have a pattern for durations.
ajv.addFormat('duration', true);
ajv.addSchema({ $id: root, components: { schemas } });

const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: string): ValidateFunction {
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = ajv.compile({ $ref: `${root}#/components/schemas/${schema}` })));
  return validator;
}

/**
 * Validates a value. Throws a ProblemError that names the wrong member: the path of the body's member, or `name`, the name of
 * a parameter.
 */
export function validate(schema: string, value: unknown, name?: string): void {
  const validator = validatorOf(schema);
  if (validator(value)) return;
  const errors = validator.errors!;
  // The last error is that of the whole if there are several alternatives.
  const error = errors.at(-1)!.keyword === 'oneOf' ? errors.at(-1)! : errors[0]!;
  const path = pathOf(error, name);
  const subject = path === undefined ? 'The body' : `The member ${JSON.stringify(path)}`;
  throw new ProblemError(400, `${subject} ${describe(error)}.`, path);
}

function pathOf({ instancePath, keyword, params }: ErrorObject, name: string | undefined): string | undefined {
  const path = instancePath.split('/').slice(1);
  const steps = path.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'additionalProperties') steps.push(params['additionalProperty'] as string);
  else if (keyword === 'required') steps.push(params['missingProperty'] as string);
  else if (keyword === 'discriminator') steps.push(params['tag'] as string);
  else if (keyword === 'dependentRequired') steps.push(params['property'] as string);
  else if (name !== undefined) steps.unshift(name);
  return steps.length > 0 ? steps.join('.').slice(0, 200) : undefined;
}

type Alternatives = { required: string[] }[];

type Variants = { properties: Record<string, { const: string }> }[];
const valuesOf = (variants: Variants, tag: string): string[] =>
  variants.map(({ properties }) => properties[tag]!.const);

const descriptions: Record<string, (error: ErrorObject) => string> = {
  additionalProperties: ({ parentSchema }) =>
    `is unknown; the members are ${Object.keys(parentSchema!['properties'] as object).join(', ') || 'none'}`,
  required: () => 'is missing',
  dependentRequired: ({ params }) => `is for requests with ${params['missingProperty']}`,
  discriminator: ({ parentSchema, params }) =>
    `must be ${valuesOf(parentSchema!['oneOf'] as Variants, params['tag'] as string).join(' or ')}`,
  oneOf: ({ schema }) =>
    `must have exactly one of the members ${(schema as Alternatives).map(({ required }) => required[0]).join(', ')}`,
  pattern: ({ parentSchema }) => `must be ${parentSchema!['description']}`,
  enum: ({ params }) => `must be ${(params['allowedValues'] as string[]).join(' or ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
};

const describe = (error: ErrorObject): string => descriptions[error.keyword]?.(error) ?? error.message!;
