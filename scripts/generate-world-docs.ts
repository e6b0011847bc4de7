import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { kinds, worldKinds } from '../src/store/kinds.ts';
import type { Kind } from '../src/store/records.ts';

type Schema = Record<string, unknown>;
export type WorldKind = Exclude<Kind, 'revocations'>;

const root = new URL('../', import.meta.url);
const page = new URL('docs/worlds.md', root);
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
    ...keywords
  } = schema;
  const { organizationLocales: __, format: worldFormat, ...worldKeywords } = (inWorld ?? {}) as Schema;
  const { properties, items, anyOf, required } = keywords;
  const standardFormat = formats[String(worldFormat ?? storeFormat)];
  return {
    ...keywords,
    ...worldKeywords,
    ...(standardFormat && { format: standardFormat }),
    ...(references !== undefined && { minimum: 1 }),
    ...(items !== undefined && { items: standardSchema(items as Schema) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Schema[]).map(standardSchema) }),
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
  const {
    anyOf,
    type,
    enum: words,
    references,
    referencesOneOf,
    format: name,
    inWorld,
    items,
    organizationLocales,
  } = schema;
  if (anyOf) return `${(anyOf as Schema[]).map(typeOf).join(' or ')}`;
  if (words) return (words as string[]).map((word) => `\`${word}\``).join(', ');
  if (referencesOneOf) return `${(referencesOneOf as string[]).map((kind) => `\`${kind}/id\``).join(', ')}`;
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
  if ('default' in schema) return `\`${JSON.stringify(schema['default'])}\``;
  if (isRequired(field, schema, required)) return 'required';
  return filledIn.has(field) ? 'filled in' : 'left out';
}

/** The documentation of every kind and field, as Markdown. */
export function worldTables(): string {
  return (worldKinds as WorldKind[])
    .map((kind) => {
      const { properties, required } = kinds[kind].schema as unknown as {
        properties: Record<string, Schema>;
        required: string[];
      };
      const rows = Object.entries(properties).map(
        ([field, schema]) =>
          `| \`${field}\` | ${typeOf(schema)} | ${defaultOf(field, schema, required)} | ${String(schema['description'])} |`,
      );
      return `### ${kind}\n\n${kinds[kind].description}\n\n| field | value | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

const marker = '<!-- generated by npm run generate -->\n';

const pretty = (text: string, parser: string): Promise<string> =>
  format(text, { parser, printWidth: 120, singleQuote: true, trailingComma: 'all' });

/** Every generated file, by its path in the repository. */
export async function generateWorldDocs(): Promise<Record<string, string>> {
  const [introduction] = readFileSync(page, 'utf8').split(marker);
  const schemas = (worldKinds as WorldKind[]).map(async (kind): Promise<[string, string]> => [
    `src/store/schemas/${kind}.schema.json`,
    await pretty(JSON.stringify(worldFileSchema(kind)), 'json'),
  ]);
  return {
    'docs/worlds.md': await pretty(`${introduction}${marker}\n${worldTables()}`, 'markdown'),
    ...Object.fromEntries(await Promise.all(schemas)),
  };
}

// `npm run generate` runs this file; a test fails if its output differs from the committed files.
if (process.argv[1] === new URL(import.meta.url).pathname) {
  mkdirSync(new URL('src/store/schemas', root), { recursive: true });
  for (const [file, text] of Object.entries(await generateWorldDocs())) writeFileSync(new URL(file, root), text);
}
