import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Where the API has the records of a kind. */
interface Place {
  /** The type of component whose field it is; the field is one of the query if omitted. */
  component?: string;
  field: string;
}

/** The places by kind. */
const places: Record<string, Place> = {
  processes: { field: 'participatoryProcess' },
  processGroups: { field: 'participatoryProcessGroup' },
  assemblies: { field: 'assembly' },
  components: { field: 'component' },
  users: { field: 'user' },
  proposals: { component: 'Proposals', field: 'proposal' },
  meetings: { component: 'Meetings', field: 'meeting' },
  results: { component: 'Accountability', field: 'result' },
  budgets: { component: 'Budgets', field: 'budget' },
  debates: { component: 'Debates', field: 'debate' },
  posts: { component: 'Blogs', field: 'post' },
  surveys: { component: 'Surveys', field: 'survey' },
  pages: { component: 'Pages', field: 'page' },
};

/** Returns a query that reads every simple field of a record; null if the schema has no field that finds it by its id. */
export function createRecordQuery(schema: GraphQLSchema, kind: string, record: { id: number }): string | null {
  const place = Object.hasOwn(places, kind) ? places[kind]! : undefined;
  if (!place) return null;
  const owner = place.component ? schema.getType(place.component) : schema.getQueryType();
  const found = isObjectType(owner) ? owner.getFields()[place.field] : undefined;
  if (!found?.args.some(({ name }) => name === 'id')) return null;
  const selection = `${place.field}(id: ${record.id}) { ${fieldsOf(getNamedType(found.type), schema, record).join(' ')} }`;
  return place.component
    ? `{ component(id: ${(record as { componentId?: number }).componentId}) { ... on ${place.component} { ${selection} } } }`
    : `{ ${selection} }`;
}

/** The fields of a type that are a value, or a text in several locales. */
function fieldsOf(type: GraphQLNamedType, schema: GraphQLSchema, record: object): string[] {
  const isMissing = (name: string) => ((record as Record<string, unknown>)[name] ?? null) === null;
  if (!('getFields' in type)) return ['__typename'];
  const fields = Object.values((type as GraphQLObjectType).getFields());
  const translated = schema.getType('TranslatedField');
  const names = fields
    .filter(({ args }) => !args.some((argument) => isRequiredArgument(argument)))
    .flatMap(({ name, type: fieldType }) => {
      const named = getNamedType(fieldType);
      // The platform has an error instead of null for some texts that must not be null.
      if (isLeafType(named))
        return isNonNullType(fieldType) && named.name === 'String' && isMissing(name) ? [] : [name];
      return named === translated && !isListType(fieldType) ? [`${name} { translations { locale text } }`] : [];
    });
  return names.length > 0 ? names : ['__typename'];
}
