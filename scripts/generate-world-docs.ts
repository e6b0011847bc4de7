import { mkdirSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { isMain } from '../src/is-main.ts';
import { type WorldKind, kinds, worldKinds } from '../src/store/kinds.ts';

type Schema = Record<string, unknown>;

const root = new URL('../', import.meta.url);
const formats: Record<string, string | undefined> = {
  'iso-date-time': 'date-time',
  date: 'date',
  'http-url': 'uri',
};

/** Fields that a record can leave out although they have no default in the schema. */
const filledIn = new Set(['createdAt', 'updatedAt', 'publishedAt', 'reference']);

/** The standard JSON Schema of a value: without the keywords that only the store has. */
function standardSchema(schema: Schema): Schema {
  const {
    references,
    referencesOneOf: ___,
    inWorld,
    organizationLocales: _,
    format: storeFormat,
    nullable,
    ...keywords
  } = schema;
  const { organizationLocales: __, format: worldFormat, nullable: ____, ...worldKeywords } = (inWorld ?? {}) as Schema;
  const { properties, items, required } = keywords;
  const standardFormat = formats[String(worldFormat ?? storeFormat)];
  return {
    ...keywords,
    ...worldKeywords,
    ...(standardFormat && { format: standardFormat }),
    ...(references !== undefined && { minimum: 1 }),
    ...(items !== undefined && { items: standardSchema(items as Schema) }),
    ...(nullable === true && { type: [worldKeywords['type'] ?? keywords['type'], 'null'].flat() }),
    ...(properties !== undefined && standardObject(properties as Record<string, Schema>, required as string[])),
  };
}

const standardObject = (properties: Record<string, Schema>, required: string[]): Schema => ({
  required: required.filter((field) => isRequired(field, properties[field]!, required)),
  properties: Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, standardSchema(each)])),
});

const isRequired = (field: string, schema: Schema, required: string[]): boolean =>
  required.includes(field) && !('default' in schema) && !filledIn.has(field);

/** The JSON Schema of a world file: a list of records, or an object with that list and a `$schema`. */
export function worldFileSchema(kind: WorldKind): Schema {
  const { properties, required } = kinds[kind].schema as unknown as {
    properties: Record<string, Schema>;
    required: string[];
  };
  const fields = Object.entries(properties);
  const record = {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(([field, schema]) => isRequired(field, schema, required)).map(([field]) => field),
    properties: Object.fromEntries(fields.map(([field, schema]) => [field, standardSchema(schema)])),
  };
  const records = { type: 'array', items: { $ref: '#/definitions/record' } };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: kind,
    description: kinds[kind].description,
    definitions: { record },
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

function typeOf(schema: Schema): string {
  const { type, enum: words, references, referencesOneOf, format: name, inWorld, items, organizationLocales } = schema;
  if (schema['nullable']) return `${typeOf({ ...schema, nullable: false })} or null`;
  if (words) return (words as (string | null)[]).flatMap((word) => (word === null ? [] : `\`${word}\``)).join(', ');
  if (referencesOneOf) return (referencesOneOf as string[]).map((kind) => `\`${kind}/id\``).join(', ');
  if (references) return `id in \`${String(references)}\``;
  if (type === 'array') return `list of ${typeOf(items as Schema)}`;
  const world = (inWorld ?? {}) as Schema;
  if (organizationLocales || world['organizationLocales']) return 'texts by locale';
  const named: Record<string, string> = {
    'iso-date-time': 'date-time',
    date: 'date',
    'http-url': 'URL',
    'time-zone': 'time zone',
  };
  return (
    named[String(world['format'] ?? name)] ??
    ({ string: 'text' } as Record<string, string>)[String(type)] ??
    String(world['type'] ?? type)
  );
}

function defaultOf(field: string, schema: Schema, required: string[]): string {
  if ('default' in schema) return `default \`${JSON.stringify(schema['default'])}\``;
  if (isRequired(field, schema, required)) return 'required';
  return filledIn.has(field) ? 'filled in' : 'left out';
}

const introduction = `# World reference

Every kind of record that a [world](worlds.md) can have, with its fields: the value, the default, and the meaning. A field is _required_ in a file; it is
_filled in_ with the time at which the world is loaded, or with the next reference; or it can be _left out_. Records that
[a test creates](control.md#records) have defaults for the required fields, too.
`;

/** The documentation of every kind and field, as Markdown. Lists, because some descriptions are too long for the cell of a table. */
function describeKinds(): string {
  return worldKinds
    .map((kind) => {
      const { properties, required } = kinds[kind].schema as unknown as {
        properties: Record<string, Schema>;
        required: string[];
      };
      const rows = Object.entries(properties).map(
        ([field, schema]) =>
          `- \`${field}\`: ${typeOf(schema)}, ${defaultOf(field, schema, required)}. ${String(schema['description'])}`,
      );
      return `## ${kind}\n\n${kinds[kind].description}\n\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

const pretty = (text: string, parser: string): Promise<string> =>
  format(text, { parser, printWidth: 120, singleQuote: true, trailingComma: 'all' });

/** Every generated file, by its path in the repository. */
export async function generateWorldDocs(): Promise<Record<string, string>> {
  const schemas = worldKinds.map(async (kind): Promise<[string, string]> => [
    `src/store/schemas/${kind}.schema.json`,
    await pretty(JSON.stringify(worldFileSchema(kind)), 'json'),
  ]);
  return {
    'docs/world-reference.md': await pretty(`${introduction}\n${describeKinds()}`, 'markdown'),
    ...Object.fromEntries(await Promise.all(schemas)),
  };
}

// `npm run codegen` runs this file; a test fails if its output differs from the committed files.
if (isMain(import.meta.url)) {
  mkdirSync(new URL('src/store/schemas', root), { recursive: true });
  for (const [file, text] of Object.entries(await generateWorldDocs())) writeFileSync(new URL(file, root), text);
}
