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
} from 'graphql';
import type { SelectionPath } from './selection-set.ts';

/** A field without subfields, somewhere below a type. */
export interface LeafField {
  path: SelectionPath;
  /** Its schema coordinate, such as `Meeting.address`. */
  coordinate: string;
}

/** Arguments for required arguments, and for small pages; matched by the coordinate or the type of a field. */
const fieldArguments: [RegExp, string][] = [
  [/^TranslatedField\.translation$/, '(locale: "en")'],
  [/Connection!?$/, '(first: 2)'],
];
/** Types that have entry points of their own; elsewhere only their ids are read. */
const typesWithEntryPoints = new Set([
  'Meeting',
  'Proposal',
  'Result',
  'Budget',
  'Project',
  'ParticipatoryProcess',
  'Assembly',
]);
/** How often a field name may occur on one path. */
const maxRecursion = 2;

type TypeWithFields = GraphQLObjectType | GraphQLInterfaceType;

/** Whether a type only wraps the value of a field: a translated text, a page, or an edge. */
export const isWrapperType = ({ name }: TypeWithFields): boolean =>
  /^(TranslatedField|LocalizedString|PageInfo|QuantifiableTranslatedField)$|(Connection|Edge)$/.test(name);

/** Lists every leaf field below a type, down to this number of levels; wrapper types do not count as levels. */
export function collectLeafFields(schema: GraphQLSchema, typeName: string, levels = 2): LeafField[] {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? leavesOfType(type, levels, []) : [];
}

function leavesOfType(type: TypeWithFields, levels: number, parentNames: string[]): LeafField[] {
  const typename = { path: ['__typename'], coordinate: `${type.name}.__typename` };
  const fields = Object.values(type.getFields());
  return [typename, ...fields.flatMap((field) => leavesOfField(type, field, levels, parentNames))];
}

function leavesOfField(
  parentType: TypeWithFields,
  field: GraphQLField<unknown, unknown>,
  levels: number,
  parentNames: string[],
): LeafField[] {
  const coordinate = `${parentType.name}.${field.name}`;
  const args = fieldArguments.find(([pattern]) => pattern.test(coordinate) || pattern.test(String(field.type)))?.[1];
  if (args === undefined && field.args.some(isRequiredArgument)) return [];
  const step = `${field.name}${args ?? ''}`;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return [{ path: [step], coordinate }];
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  if (parentNames.filter((name) => name === field.name).length === maxRecursion) return [];
  const leaves = leavesBelow(type, levels, [...parentNames, field.name]);
  return leaves.map((leaf) => ({ ...leaf, path: [step, ...leaf.path] }));
}

function leavesBelow(type: TypeWithFields, levels: number, parentNames: string[]): LeafField[] {
  if (isWrapperType(type)) return leavesOfType(type, levels, parentNames);
  if (levels > 0 && !typesWithEntryPoints.has(type.name)) return leavesOfType(type, levels - 1, parentNames);
  const names = ['__typename', ...('id' in type.getFields() ? ['id'] : [])];
  return names.map((name) => ({ path: [name], coordinate: `${type.name}.${name}` }));
}
