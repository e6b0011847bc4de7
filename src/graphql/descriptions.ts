import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/**
 * Descriptions by schema coordinate, such as `Meeting`, `Meeting.title` or `Query.component(id:)`. `*.title` and `*(id:)` describe
 * every field and argument of a name, and `*Edge` every type whose name ends so, unless another description is nearer.
 */
export type Descriptions = Readonly<Record<string, string>>;

interface Part {
  name: string;
  description?: string | null | undefined;
}

/** Calls `visit` with each type, field, argument and value of a schema, and its coordinate. Introspection types are left out. */
function visitParts(
  schema: GraphQLSchema,
  visit: (part: Part, coordinate: string, type: GraphQLNamedType) => void,
): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const { name } = type;
    if (name.startsWith('__')) continue;
    visit(type, name, type);
    if (isEnumType(type)) for (const value of type.getValues()) visit(value, `${name}.${value.name}`, type);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) visit(field, `${name}.${field.name}`, type);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      visit(field, `${name}.${field.name}`, type);
      for (const arg of field.args) visit(arg, `${name}.${field.name}(${arg.name}:)`, type);
    }
  }
}

/** Returns the descriptions that a schema has, by coordinate. */
export function readDescriptions(schema: GraphQLSchema): Descriptions {
  const descriptions: Record<string, string> = {};
  visitParts(schema, ({ description }, coordinate) => {
    if (description) descriptions[coordinate] = description;
  });
  return descriptions;
}

/**
 * Describes the parts of a schema that have no description, in place: each by its own coordinate, by that of an interface of its
 * type, or by its name.
 */
export function describeParts(schema: GraphQLSchema, descriptions: Descriptions): void {
  const known: Descriptions = { ...descriptions, ...readDescriptions(schema) };
  visitParts(schema, (part, coordinate, type) => {
    const below = coordinate.slice(type.name.length);
    const interfaces = below && 'getInterfaces' in type ? type.getInterfaces() : [];
    const candidates = [coordinate, ...interfaces.map(({ name }) => name + below), wildcard(below, part)];
    const found = candidates.find((each) => known[each] !== undefined);
    if (found !== undefined) part.description = known[found];
  });
}

function wildcard(below: string, { name }: Part): string {
  if (!below) return `*${/(?:Connection|Edge)$/.exec(name)?.[0] ?? ''}`;
  return below.endsWith(')') ? `*(${name}:)` : `*.${name}`;
}

/** Returns tables of descriptions; an earlier table is preferred. */
type LoadDescriptions = () => Descriptions[];

/** Sets the descriptions that a schema and its copies get when somebody reads them, because most clients never do. */
export function setDescriptions(schema: GraphQLSchema, load: LoadDescriptions): GraphQLSchema {
  schema.extensions = { ...schema.extensions, loadDescriptions: load };
  return schema;
}

const describedSchemas = new WeakSet<GraphQLSchema>();

/** Describes a schema with its descriptions, if it is not described yet. */
export function describeSchema(schema: GraphQLSchema): GraphQLSchema {
  if (describedSchemas.has(schema)) return schema;
  describedSchemas.add(schema);
  const load = schema.extensions['loadDescriptions'] as LoadDescriptions | undefined;
  for (const descriptions of load?.() ?? []) describeParts(schema, descriptions);
  return schema;
}
