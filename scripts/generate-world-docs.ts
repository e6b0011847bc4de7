import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { isMain } from '../src/is-main.ts';
import { kinds, worldKinds } from '../src/records/kinds.ts';
import type { TSchema } from '../src/records/schema-builder.ts';
import { filledIn, isRequired } from './generate-world-schemas.ts';

export const page = new URL('../docs/world-reference.md', import.meta.url);

function typeOf(schema: TSchema): string {
  const { type, enum: words, references, referencesOneOf, format: name, items, organizationLocales } = schema;
  if (schema['nullable']) return `${typeOf({ ...schema, nullable: false })} or null`;
  if (words) return (words as (string | null)[]).flatMap((word) => (word === null ? [] : `\`${word}\``)).join(', ');
  if (referencesOneOf) return (referencesOneOf as string[]).map((kind) => `\`${kind}/id\``).join(', ');
  if (references) return `id in \`${String(references)}\``;
  if (type === 'array') return `list of ${typeOf(items as TSchema)}`;
  if (organizationLocales) return 'texts by locale';
  const named: Record<string, string> = {
    'iso-date-time': 'date-time',
    date: 'date',
    'http-url': 'URL',
    'time-zone': 'time zone',
  };
  return named[String(name)] ?? (type === 'string' ? 'text' : String(type));
}

function defaultOf(field: string, schema: TSchema, required: string[]): string {
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
      const { properties, required } = kinds[kind].schema;
      const rows = Object.entries(properties).map(
        ([field, schema]) =>
          `- \`${field}\`: ${typeOf(schema)}, ${defaultOf(field, schema, required)}. ${String(schema['description'])}`,
      );
      return `## ${kind}\n\n${kinds[kind].description}\n\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

/** The page as it is generated from the kinds. */
export const generateWorldDocs = (): Promise<string> =>
  format(`${introduction}\n${describeKinds()}`, { parser: 'markdown', printWidth: 120 });

// `npm run codegen` runs this file; a test fails if its output differs from the committed page.
if (isMain(import.meta.url)) writeFileSync(page, await generateWorldDocs());
