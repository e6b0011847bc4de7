import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { isMutationType } from './routes.ts';
import type { SelectionPath } from './selection-set.ts';

/** A field without subfields, somewhere below a type. */
export interface LeafField {
  path: SelectionPath;
  /** Its schema coordinate, such as `Meeting.address`. */
  coordinate: string;
  /** The schema coordinates of the fields on its path, its own included. */
  coordinates: string[];
}

/** What decides which fields are selected, and with which arguments. */
export interface LeafOptions {
  schema: GraphQLSchema;
  /** The locale of translations. */
  locale: string;
  /** Types that are looked up by id; of their records elsewhere, only the ids are selected. */
  recordTypes: ReadonlySet<string>;
}

/** How many levels of types are selected; wrapper types do not count. */
const maxLevels = 2;
/** How often a field name may occur on one path. */
const maxRecursion = 2;

type TypeWithFields = GraphQLObjectType | GraphQLInterfaceType;

/** Whether a type only wraps the value of a field: a translated text, a page, or an edge. */
export const isWrapperType = ({ name }: TypeWithFields): boolean =>
  /^(TranslatedField|LocalizedString|PageInfo|QuantifiableTranslatedField)$|(Connection|Edge)$/.test(name);

/** Lists every leaf field below a type, beginning with its id; a scalar has none, and a union only the names of its types. */
export function collectLeafFields(typeName: string, options: LeafOptions): LeafField[] {
  const type = options.schema.getType(typeName);
  if (isUnionType(type)) return [typenameOf(type)];
  if (!hasFields(type)) return [];
  const isId = ({ path }: LeafField) => path.join() === 'id';
  return leavesOfType(type, maxLevels, [], options).toSorted((one, other) => Number(isId(other)) - Number(isId(one)));
}

const leafOf = (typeName: string, name: string): LeafField => {
  const coordinate = `${typeName}.${name}`;
  return { path: [name], coordinate, coordinates: [coordinate] };
};
const typenameOf = ({ name }: { name: string }): LeafField => leafOf(name, '__typename');

const hasFields = (type: unknown): type is TypeWithFields => isObjectType(type) || isInterfaceType(type);

/** Adds the id of a record to a selection of its fields. */
export const withId = (leaves: LeafField[], { name }: { name: string }): LeafField[] =>
  leaves.some(({ path }) => path.join() === 'id') ? leaves : [...leaves, leafOf(name, 'id')];

function leavesOfType(type: TypeWithFields, levels: number, parentNames: string[], options: LeafOptions): LeafField[] {
  const fields = Object.values(type.getFields());
  return [...fields.flatMap((field) => leavesOfField(type, field, levels, parentNames, options)), typenameOf(type)];
}

/** The arguments of a field: required ones, and the size of a page. */
function argumentsOf({ args, type }: GraphQLField<unknown, unknown>, locale: string): string | undefined {
  if (/Connection!?$/.test(String(type))) return '(first: 2)';
  const required = args.filter(isRequiredArgument).map(({ name }) => name);
  if (required.length === 0) return '';
  return required.join() === 'locale' ? `(locale: ${JSON.stringify(locale)})` : undefined;
}

function leavesOfField(
  parentType: TypeWithFields,
  field: GraphQLField<unknown, unknown>,
  levels: number,
  parentNames: string[],
  options: LeafOptions,
): LeafField[] {
  const coordinate = `${parentType.name}.${field.name}`;
  const args = argumentsOf(field, options.locale);
  if (args === undefined) return [];
  const step = `${field.name}${args}`;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return [{ path: [step], coordinate, coordinates: [coordinate] }];
  // A field of a mutation type that returns a record may write.
  if (!hasFields(type) || (isMutationType(parentType) && !isWrapperType(type))) return [];
  if (parentNames.filter((name) => name === field.name).length === maxRecursion) return [];
  const leaves =
    type === parentType && options.recordTypes.has(type.name)
      ? scalarsOf(type)
      : leavesBelow(type, levels, [...parentNames, field.name], options);
  return leaves.map((leaf) => ({
    ...leaf,
    path: [step, ...leaf.path],
    coordinates: [coordinate, ...leaf.coordinates],
  }));
}

function leavesBelow(type: TypeWithFields, levels: number, parentNames: string[], options: LeafOptions): LeafField[] {
  if (isWrapperType(type)) return leavesOfType(type, levels, parentNames, options);
  if (levels > 0 && !options.recordTypes.has(type.name)) return leavesOfType(type, levels - 1, parentNames, options);
  const names = [...('id' in type.getFields() ? ['id'] : []), '__typename'];
  return names.map((name) => leafOf(type.name, name));
}

/** The scalars of a record that refers to a record of the same type, such as a parent, whose values may depend on it. */
const scalarsOf = (type: TypeWithFields): LeafField[] =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => leafOf(type.name, name));
