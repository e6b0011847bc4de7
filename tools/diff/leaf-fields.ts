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

/** A field that holds a value and no fields, below some record. */
export interface LeafField {
  path: SelectionPath;
  /** Its schema coordinate, such as `Meeting.address`. */
  coordinate: string;
}

/** How the arguments of a field are filled that cannot be left out, or that keep a page small. */
const argumentsOf: [RegExp, string][] = [
  [/^TranslatedField\.translation$/, '(locale: "en")'],
  [/Connection!?$/, '(first: 2)'],
];
/** Types that have reads of their own: elsewhere it is enough to see which record stands there. */
const ownReads = new Set(['Meeting', 'Proposal', 'Result', 'Budget', 'Project', 'ParticipatoryProcess', 'Assembly']);
/** A field name may stand so often on one path. */
const recursion = 2;

type Fields = GraphQLObjectType | GraphQLInterfaceType;

/** Every leaf below a type, through so many levels of other types; texts and pages do not count as levels. */
export function collectLeafFields(schema: GraphQLSchema, typeName: string, levels = 2): LeafField[] {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? below(type, levels, []) : [];
}

function below(type: Fields, levels: number, above: string[]): LeafField[] {
  const itself = { path: ['__typename'], coordinate: `${type.name}.__typename` };
  return [itself, ...Object.values(type.getFields()).flatMap((field) => ofField(type, field, levels, above))];
}

function ofField(type: Fields, field: GraphQLField<unknown, unknown>, levels: number, above: string[]): LeafField[] {
  const coordinate = `${type.name}.${field.name}`;
  const filled = argumentsOf.find(([name]) => name.test(coordinate) || name.test(String(field.type)))?.[1];
  if (filled === undefined && field.args.some(isRequiredArgument)) return [];
  const step = `${field.name}${filled ?? ''}`;
  const named = getNamedType(field.type);
  if (isLeafType(named)) return [{ path: [step], coordinate }];
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  if (above.filter((name) => name === field.name).length === recursion) return [];
  const inner = innerOf(named, levels, [...above, field.name]);
  return inner.map((leaf) => ({ ...leaf, path: [step, ...leaf.path] }));
}

function innerOf(named: Fields, levels: number, above: string[]): LeafField[] {
  if (isTransparent(named)) return below(named, levels, above);
  if (levels > 0 && !ownReads.has(named.name)) return below(named, levels - 1, above);
  const identity = ['__typename', ...('id' in named.getFields() ? ['id'] : [])];
  return identity.map((name) => ({ path: [name], coordinate: `${named.name}.${name}` }));
}

const isTransparent = ({ name }: Fields): boolean =>
  ['TranslatedField', 'LocalizedString', 'PageInfo', 'QuantifiableTranslatedField'].includes(name) ||
  /(Connection|Edge)$/.test(name);
