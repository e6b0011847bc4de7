import { didYouMean } from '../../did-you-mean.ts';
import { ajv as ajvPackage } from '../../packages.ts';
import type { Ajv, ErrorObject } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { ProblemError } from './problem.ts';
import type { Schema } from './schema.ts';

const rfc3339 = fullFormats['date-time'] as { validate(text: string): boolean };

let ajv: Ajv | undefined;

function createAjv(): Ajv {
  const { Ajv: AjvClass } = ajvPackage();
  const created = new AjvClass({
    discriminator: true,
    allowUnionTypes: true,
    verbose: true,
    meta: false,
    validateSchema: false,
  });
  // Leap seconds are valid in RFC 3339, but not in JavaScript.
  return created.addFormat('date-time', (text) => rfc3339.validate(text) && !Number.isNaN(Date.parse(text)));
}

/**
 * Validates a value; a schema is compiled when it is first used. Throws a ProblemError that names the wrong member: the path of the
 * value's member, or `name`, the name of a parameter. `whole` is what the value as a whole is called.
 */
export function validate<T>(
  schema: Schema<T>,
  value: unknown,
  { name, whole = 'The body' }: { name?: string; whole?: string } = {},
): asserts value is T {
  const validator = (ajv ??= createAjv()).compile(schema);
  if (validator(value)) return;
  const [error] = validator.errors! as [ErrorObject];
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
  else if (name !== undefined) steps.unshift(name);
  return steps.length > 0 ? steps.join('.').slice(0, 200) : undefined;
}

type Variants = { properties: Record<string, { const: string }> }[];

const descriptions: Record<string, (error: ErrorObject) => string> = {
  additionalProperties({ parentSchema, params }) {
    const names = Object.keys(parentSchema!['properties'] as object);
    const nearest = didYouMean(params['additionalProperty'] as string, names);
    return nearest ? `is unknown.${nearest}` : `is unknown; the members are ${names.join(', ') || 'none'}.`;
  },
  required: () => 'is missing',
  discriminator: ({ parentSchema, params }) =>
    `must be ${(parentSchema!['oneOf'] as Variants).map(({ properties }) => properties[params['tag'] as string]!.const).join(' or ')}`,
  pattern: ({ parentSchema }) => `must be ${parentSchema!['description']}`,
  enum: ({ params }) => `must be ${(params['allowedValues'] as string[]).join(' or ')}`,
  type: ({ params }) => `must be ${String(params['type']).replaceAll(',', ' or ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
};

function describe(error: ErrorObject): string {
  const description = descriptions[error.keyword]?.(error) ?? error.message!;
  return /[.?]$/.test(description) ? description : `${description}.`;
}
