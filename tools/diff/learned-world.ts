import { type GraphQLSchema, getNamedType } from 'graphql';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type Targets, sendTo } from './side-by-side-exchange.ts';
import { type Route, hasIdInInput, takesId } from './generate/routes.ts';
import { listAt, listsOfRecords } from './record-lists.ts';

/** A component and its records. */
export interface LearnedComponent {
  id: string;
  type: string;
  /** Ids by the field that looks a record up, such as `meeting`. */
  records: Record<string, string[]>;
  /** The ids of the parts of records that have mutations of their own, by their type and the id of the record. */
  parts: Record<string, Record<string, string[]>>;
}

/** What an administrator sees on a server: where requests find records. */
export interface LearnedWorld {
  components: LearnedComponent[];
  /** The id of every record that was seen. */
  ids: string[];
  /** The ids of the records of a kind, by the start of its name: of `taxonomies`, those below a root. */
  idsByKind: Record<string, string[]>;
  /** The locales of the texts, beginning with the one in the URLs of components, or else in the organization's name. */
  locales: string[];
  /** The texts of the data by the names of their fields, such as `slug`, to which arguments refer. */
  texts: Record<string, string[]>;
}

const worldQuery = `{
  organization { name { locales } taxonomies { id children { id children { id } } } }
  participatoryProcesses { id slug title { locales } components { id __typename url name { translations { text } } } }
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
    const [records, parts]: [LearnedComponent['records'], LearnedComponent['parts']] = [{}, {}];
    for (const { lookup, selection, nodesOf, partLists } of listsOfRecords(schema, type)) {
      const data = await read(`{ component(id: ${JSON.stringify(id)}) { ... on ${type} { ${selection} } } }`);
      const nodes = nodesOf(valueAt(data, ['component']));
      records[lookup] = nodes.map(idOf).toSorted(byNumber);
      for (const { type: partType, list } of partLists)
        parts[partType] = Object.fromEntries(nodes.map((node) => [idOf(node), listAt(node, list).map(idOf)]));
      responses.push(data);
    }
    components.push({ id, type, records, parts });
  }
  const roots = listAt(valueAt(world, ['organization']), 'taxonomies');
  const titles = listAt(world, 'participatoryProcesses').map((process) => valueAt(process, ['title']));
  const locales = [valueAt(world, ['organization', 'name']), ...titles].flatMap((each) => listAt(each, 'locales'));
  const inUrls = new Set(found.map((component) => String(valueAt(component, ['url'])).split('/')[3]));
  const defaultLocales = locales.map(String).filter((locale) => inUrls.has(locale));
  return {
    components: components.toSorted((one, other) => byNumber(one.id, other.id)),
    idsByKind: {
      ...idsByLookup(components),
      taxonomies: unique(roots.flatMap((root) => stringsByKey(listAt(root, 'children'), 'id'))),
    },
    ids: unique(stringsByKey(responses, 'id')).toSorted(byNumber),
    locales: locales.length > 0 ? unique([...defaultLocales, ...locales.map(String)]) : ['en'],
    texts: Object.fromEntries(textFields.map((field) => [field, unique(stringsByKey(responses, field))])),
  };
}

function idsByLookup(components: readonly LearnedComponent[]): Record<string, string[]> {
  const lookups = unique(components.flatMap(({ records }) => Object.keys(records)));
  return Object.fromEntries(
    lookups.map((lookup) => [lookup, components.flatMap(({ records }) => records[lookup] ?? [])]),
  );
}

const idOf = (record: unknown): string => String(valueAt(record, ['id']));
const textFields = ['slug', 'nickname', 'name', 'text', 'cursor', '__typename'];
const byNumber = (one: string, other: string): number => Number(one) - Number(other);
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

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

/** The ids of the parts of a record; a request for a part of a record without one has an id that no part has. */
const idsOfParts = (ids: string[] = []): string[] => (ids.length > 0 ? ids : ['1']);

/**
 * The ids that lead along a route to a record, in the order of its steps; an empty list if there is no record. The last one may
 * belong into the input.
 */
export function idsAlong({ steps }: Route, { components, ids }: LearnedWorld): string[][] {
  const lookups = steps.filter((step) => takesId(step) || hasIdInInput(step));
  if (lookups.length === 0) return [[]];
  if (lookups[0]!.field.name !== 'component') return ids.map((id) => lookups.map(() => id));
  const type = lookups[0]!.fragment?.replace(/Mutation$/, '');
  const ofType = components.filter((each) => type === undefined || each.type === type);
  const record = lookups[1]?.field.name;
  if (record === undefined) return ofType.flatMap((each) => Array.from({ length: weightOf(each) }, () => [each.id]));
  const partType = lookups[2] && getNamedType(lookups[2].field.type).name;
  return ofType.flatMap(({ id, records: { [record]: recordIds = [] }, parts }) =>
    recordIds.flatMap((recordId) => {
      if (partType === undefined) return [[id, recordId]];
      const lastIds = parts[partType] ? idsOfParts(parts[partType][recordId]) : recordIds;
      return lastIds.map((lastId) => [id, recordId, lastId]);
    }),
  );
}
