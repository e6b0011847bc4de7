import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import type { SchemaChange } from '../tools/schema/changes.ts';

/** The parts of a section on a step, in their order. */
const headings = ['Gone', 'Changed', 'Deprecated', 'New'] as const;
type Heading = (typeof headings)[number];

/** One change: where it is listed, below which type, and in which words. Names with the same words are listed together. */
interface Entry {
  heading: Heading;
  type: string;
  name?: string;
  words: string;
}

const code = (name: string): string => `\`${name}\``;

/** Returns the names of the fields, values or members of a type. */
export function partNames(schema: GraphQLSchema, typeName: string): string[] {
  const type = schema.getType(typeName);
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.keys(type.getFields()) : [];
}

/** Describes a change of a type: in words if only null is allowed or forbidden. */
function describeType(before: string, after: string, isInput: boolean): string {
  if (before === `${after}!`) return isInput ? 'may be left out' : 'may be null';
  if (`${before}!` === after) return isInput ? 'is required' : 'is never null';
  return `is ${code(after)} instead of ${code(before)}`;
}

function describe({ type, path, message, meta }: SchemaChange, to: GraphQLSchema): Entry {
  const [typeName = '', field = '', argument = ''] = path.split('.');
  const text = (member: string) => String(meta[member]);
  const entry = (heading: Heading, name: string, words = ''): Entry => ({ heading, type: typeName, name, words });
  switch (type) {
    case 'TYPE_REMOVED':
      return { heading: 'Gone', type: '', name: typeName, words: '' };
    case 'TYPE_ADDED': {
      const parts = partNames(to, typeName).map(code).join(', ');
      return { heading: 'New', type: typeName, words: parts ? `a new type with ${parts}` : 'a new type' };
    }
    case 'FIELD_REMOVED':
    case 'INPUT_FIELD_REMOVED':
    case 'ENUM_VALUE_REMOVED':
      return entry('Gone', field);
    case 'FIELD_ARGUMENT_REMOVED':
      return entry('Gone', `${field}(${argument}:)`);
    case 'OBJECT_TYPE_INTERFACE_REMOVED':
      return entry('Gone', text('removedInterfaceName'), 'no longer implements');
    case 'FIELD_TYPE_CHANGED':
      return entry('Changed', field, describeType(text('oldFieldType'), text('newFieldType'), false));
    case 'INPUT_FIELD_TYPE_CHANGED':
      return entry('Changed', field, describeType(text('oldInputFieldType'), text('newInputFieldType'), true));
    case 'FIELD_DEPRECATION_ADDED':
      return entry('Deprecated', field, text('deprecationReason'));
    case 'FIELD_ADDED':
    case 'ENUM_VALUE_ADDED':
      return entry('New', field);
    case 'INPUT_FIELD_ADDED':
      return entry('New', field, meta['isAddedInputFieldTypeNullable'] ? '' : 'required');
    case 'FIELD_ARGUMENT_ADDED':
      return entry('New', `${field}(${argument}:)`);
    case 'OBJECT_TYPE_INTERFACE_ADDED':
      return entry('New', text('addedInterfaceName'), 'implements');
    case 'UNION_MEMBER_ADDED':
      return entry('New', text('addedUnionMemberTypeName'), 'may also be');
    default:
      throw new Error(`scripts/describe-changes.ts has no words for ${type}: ${message}`);
  }
}

/** Groups values by a key, in the order in which the keys appear. */
function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [key: string, values: T[]][] {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups];
}

/** Words that come before the names; other words follow them. */
const leadingWords = ['implements', 'no longer implements', 'may also be'];

function describeAlike(words: string, names: string[]): string {
  const list = names.join(', ');
  if (leadingWords.includes(words)) return `${words} ${list}`;
  if (list === '' || words === '') return list || words;
  if (!/^(is|may) /.test(words)) return `${list} (${words})`;
  return `${list} ${names.length > 1 ? words.replace(/^is /, 'are ') : words}`;
}

/** Describes the entries of one type, such as "`createdAt`, `updatedAt` may be null; `version` is …". */
const describeEntries = (entries: Entry[], renamed: (name: string) => string): string =>
  groupBy(entries, ({ words }) => words)
    .toSorted(([a], [b]) => leadingWords.indexOf(a) - leadingWords.indexOf(b))
    .map(([words, alike]) =>
      describeAlike(
        words,
        alike.flatMap(({ name }) => (name === undefined ? [] : [code(name) + renamed(name)])),
      ),
    )
    .join('; ');

/** Describes changes as a Markdown list for each heading, grouped by type. `afterOf` names the new name of a field or a type. */
export function describeChanges(
  changes: readonly SchemaChange[],
  to: GraphQLSchema,
  afterOf: (typeName: string, field: string) => string | undefined,
): string {
  const entries = changes.map((change) => describe(change, to));
  return headings
    .flatMap((heading) => {
      const listed = entries.filter((entry) => entry.heading === heading);
      if (listed.length === 0) return [];
      const lines = groupBy(listed, ({ type }) => type)
        .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
        .map(([type, alike]) => {
          const renamed = (name: string) => {
            const after = heading === 'Gone' ? afterOf(type, name) : undefined;
            return after === undefined ? '' : ` (now ${code(after)})`;
          };
          return `- ${type ? code(type) : 'Types'}: ${describeEntries(alike, renamed)}`;
        });
      return [`### ${heading}`, '', ...lines, ''];
    })
    .join('\n');
}
