import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from '../src/is-main.ts';
import { isRequired } from '../src/records/fields.ts';
import type { TSchema } from '../src/records/schema-builder.ts';
import { type WorldKind, kinds, worldKinds } from '../src/records/kinds.ts';

const formats: Record<string, string | undefined> = {
  'iso-date-time': 'date-time',
  date: 'date',
  'http-url': 'uri',
};

/** The standard JSON Schema of a value: without the keywords that only the store has. */
function standardSchema(schema: TSchema): TSchema {
  const { references, referencesOneOf: _, locales: __, format, nullable, ...keywords } = schema;
  const { type, properties, items, required } = keywords;
  const standardFormat = formats[String(format)];
  return {
    ...keywords,
    ...(standardFormat && { format: standardFormat }),
    ...(references !== undefined && { minimum: 1 }),
    ...(items !== undefined && { items: standardSchema(items as TSchema) }),
    ...(nullable === true && { type: [...new Set([type, 'null'].flat())] }),
    ...(properties !== undefined && standardObject(properties as Record<string, TSchema>, required as string[])),
  };
}

const standardObject = (properties: Record<string, TSchema>, required: string[]): TSchema => ({
  required: required.filter((field) => isRequired(field, properties[field]!, required)),
  properties: Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, standardSchema(each)])),
});

/** The JSON Schema of a world file: a list of records, or an object with that list and a `$schema`. */
export function worldFileSchema(kind: WorldKind): TSchema {
  const { schema, description } = kinds[kind];
  const records = { type: 'array', items: { $ref: '#/definitions/record' } };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: kind,
    description,
    definitions: { record: standardSchema(schema) },
    anyOf: [
      records,
      {
        type: 'object',
        additionalProperties: false,
        required: ['records'],
        properties: { $schema: { type: 'string' }, records },
      },
    ],
  };
}

// `npm run codegen` runs this file in a checkout, and the build for the package.
if (isMain(import.meta.url)) {
  const folder = process.argv[2] ?? 'schemas';
  mkdirSync(folder, { recursive: true });
  for (const kind of worldKinds)
    writeFileSync(join(folder, `${kind}.schema.json`), `${JSON.stringify(worldFileSchema(kind), undefined, 2)}\n`);
}
