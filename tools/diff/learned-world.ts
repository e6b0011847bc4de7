import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { isJsonObject, valueAt } from '../../conformance/model/json-value.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type Targets, sendTo } from './exchange.ts';
import { type Route, takesId } from './generate/routes.ts';

/** A component and its records. */
export interface LearnedComponent {
  id: string;
  type: string;
  /** Ids by the field that looks a record up, such as `meeting`. */
  records: Record<string, string[]>;
}

/** What an administrator sees on a server: where requests find records. */
export interface LearnedWorld {
  components: LearnedComponent[];
  /** The id of every record that was seen. */
  ids: string[];
  /** The ids of the records of a kind, by the start of its name: of `taxonomies`, those below a root. */
  idsByKind: Record<string, string[]>;
  /** The locales of the texts, beginning with the first locale of the organization's name. */
  locales: string[];
  /** The texts of the data by the names of their fields, such as `slug`, to which arguments refer. */
  texts: Record<string, string[]>;
}

const worldQuery = `{
  organization { name { locales } taxonomies { id children { id children { id } } } }
  participatoryProcesses { id slug title { locales } components { id __typename name { translations { text } } } }
  session { user { id name nickname } }
}`;

/** Learns which components, records and locales a server has. Throws a CommandError if it has no components. */
export async function learnWorld(
  name: keyof Targets,
  { [name]: target }: Targets,
  schema: GraphQLSchema,
): Promise<LearnedWorld> {
  const read = async (query: string): Promise<unknown> => {
    const { json } = await sendTo(name, target, { actor: 'admin', query });
    return valueAt(json, ['data']);
  };
  const world = await read(worldQuery);
  const found = listAt(world, 'participatoryProcesses').flatMap((process) => listAt(process, 'components'));
  if (found.length === 0)
    throw new CommandError(`--${name} ${target.url} shows no components to the administrator`, exitCodes.usage);
  const components: LearnedComponent[] = [];
  const responses = [world];
  for (const component of found) {
    const [id, type] = [String(valueAt(component, ['id'])), String(valueAt(component, ['__typename']))];
    const records: LearnedComponent['records'] = {};
    for (const { lookup, list } of listsOfRecords(schema, type)) {
      const data = await read(`{ component(id: ${JSON.stringify(id)}) { ... on ${type} { ${list} } } }`);
      records[lookup] = stringsByKey(data, 'id').toSorted(byNumber);
      responses.push(data);
    }
    components.push({ id, type, records });
  }
  const roots = listAt(valueAt(world, ['organization']), 'taxonomies');
  const titles = listAt(world, 'participatoryProcesses').map((process) => valueAt(process, ['title']));
  const locales = [valueAt(world, ['organization', 'name']), ...titles].flatMap((each) => listAt(each, 'locales'));
  return {
    components: components.toSorted((one, other) => byNumber(one.id, other.id)),
    idsByKind: {
      ...idsByLookup(components),
      taxonomies: unique(roots.flatMap((root) => stringsByKey(listAt(root, 'children'), 'id'))),
    },
    ids: unique(stringsByKey(responses, 'id')).toSorted(byNumber),
    locales: locales.length > 0 ? unique(locales.map(String)) : ['en'],
    texts: Object.fromEntries(textFields.map((field) => [field, unique(stringsByKey(responses, field))])),
  };
}

function idsByLookup(components: readonly LearnedComponent[]): Record<string, string[]> {
  const lookups = unique(components.flatMap(({ records }) => Object.keys(records)));
  return Object.fromEntries(
    lookups.map((lookup) => [lookup, components.flatMap(({ records }) => records[lookup] ?? [])]),
  );
}

/** The fields of a component's type that look a record up by its id, and the selection that lists all ids. */
function listsOfRecords(schema: GraphQLSchema, typeName: string): { lookup: string; list: string }[] {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields
    .filter(({ args }) => args.length === 1 && args[0]!.name === 'id')
    .flatMap(({ name, type: recordType }) => {
      const record = getNamedType(recordType).name;
      const list = fields.find((each) => String(each.type).startsWith(`[${record}`));
      if (list) return [{ lookup: name, list: `${list.name} { id }` }];
      const connection = fields.find((each) => getNamedType(each.type).name === `${record}Connection`);
      return connection ? [{ lookup: name, list: `${connection.name} { edges { cursor node { id } } }` }] : [];
    });
}

const textFields = ['slug', 'nickname', 'name', 'text', 'cursor', '__typename'];
const byNumber = (one: string, other: string): number => Number(one) - Number(other);
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function listAt(value: unknown, key: string): unknown[] {
  const list = valueAt(value, [key]);
  return Array.isArray(list) ? list : [];
}

/** The strings of all members with a name. */
function stringsByKey(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => stringsByKey(each, name));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === name && typeof each === 'string' ? [each] : stringsByKey(each, name),
  );
}

/** A component with records is open to more requests than one that is hidden or has its settings off. */
const weightOf = ({ records }: LearnedComponent): number =>
  Object.values(records).some((ids) => ids.length > 0) ? 4 : 1;

/** The ids that lead along a route to a record, in the order of its steps; an empty list if there is no record. */
export function idsAlong({ steps }: Route, { components, ids }: LearnedWorld): string[][] {
  const lookups = steps.filter(takesId);
  if (lookups.length === 0) return [[]];
  if (lookups[0]!.field.name !== 'component') return ids.map((id) => lookups.map(() => id));
  const type = lookups[0]!.fragment?.replace(/Mutation$/, '');
  const ofType = components.filter((each) => type === undefined || each.type === type);
  const record = lookups[1]?.field.name;
  if (record === undefined) return ofType.flatMap((each) => Array.from({ length: weightOf(each) }, () => [each.id]));
  return ofType.flatMap(({ id, records }) => (records[record] ?? []).map((recordId) => [id, recordId]));
}
