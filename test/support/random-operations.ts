import { astFromValueUntyped } from '@graphql-tools/utils';
import type { GeneratorValue } from 'fast-check';
import * as fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  doTypesOverlap,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
  print,
} from 'graphql';

/** A query and its variables. */
export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

/** What an operation is made of in place of any values and any fields of the query type. */
export interface OperationChoices {
  /** The value of an argument or an input field, by its coordinate, such as `Query.user(id:)`; undefined for any value of its type. */
  value?(coordinate: string, type: GraphQLNamedInputType): unknown;
  /** The fields that lead to what is selected, with the types in which they are selected: first `Query` or `Mutation`. */
  path?: readonly { type: GraphQLCompositeType; field: GraphQLField<unknown, unknown> }[];
  /** The type of what the path leads to. Default: that of its last field. */
  into?: GraphQLCompositeType;
  /** Default: any number. */
  maxAliases?: number;
}

const texts = ['en', 'ca', '', '1', '2', '99999', 'a', 'Decidim::Meetings::Meeting', '2027-01-01', 'proposals'];
/** Names of members of every object are names too. */
const inheritedNames = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'then'];
const maxDepth = 6;

// A builder for each range, because fast-check compares the arguments of a builder with all earlier ones.
const builders: (() => fc.Arbitrary<number>)[] = [];
const natUpTo = (max: number) => (builders[max] ??= () => fc.nat({ max }));

const overlaps = new WeakMap<GraphQLCompositeType, GraphQLCompositeType[]>();

/** The types of a schema whose objects can be of another type. */
function typesThatOverlap(schema: GraphQLSchema, parent: GraphQLCompositeType): GraphQLCompositeType[] {
  let types = overlaps.get(parent);
  if (!types) {
    types = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLCompositeType =>
        isCompositeType(type) && !type.name.startsWith('__') && doTypesOverlap(schema, type, parent),
    );
    overlaps.set(parent, types);
  }
  return types;
}

/**
 * Generates a query of a schema with values from `generate`: fields with all kinds of arguments, variables that are left out or null,
 * also within lists and input objects, fragments that are spread again, directives and aliases. Nearly all of them are valid.
 */
export function generateOperation(
  schema: GraphQLSchema,
  generate: GeneratorValue,
  choices: OperationChoices = {},
): RandomOperation {
  const natural = (max: number): number => generate(natUpTo(max));
  const oneOf = <T>(values: readonly T[]): T => values[natural(values.length - 1)]!;
  /** True once in `count` times. */
  const rarely = (count: number): boolean => natural(count - 1) === count - 1;

  const definitions: string[] = [];
  const variables: Record<string, unknown> = {};
  const fragments: { name: string; type: GraphQLCompositeType; text: string }[] = [];
  const usedNames = new Set<string>();
  let names = 0;
  let aliases = 0;

  /** A variable for a place of this type, with or without a value. */
  function variable(type: GraphQLInputType, isRequired: boolean, coordinate: string): string {
    const name = `v${(names += 1)}`;
    const nullable = getNullableType(type);
    const hasDefault = rarely(4);
    definitions.push(
      `$${name}: ${isRequired && !hasDefault ? type : nullable}${hasDefault ? ` = ${literal(nullable, coordinate)}` : ''}`,
    );
    const kind = natural(isRequired ? 0 : 3);
    if (kind <= 1) variables[name] = valueOf(nullable, coordinate);
    else if (kind === 2) variables[name] = null;
    return `$${name}`;
  }

  /** The text of a value, in which there can be variables if it is within an operation. */
  function literal(type: GraphQLInputType, coordinate: string, mayHaveVariables = false): string {
    if (mayHaveVariables && rarely(3)) return variable(type, isNonNullType(type), coordinate);
    if (!isNonNullType(type) && rarely(8)) return 'null';
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return `[${Array.from({ length: natural(2) }, () => literal(nullable.ofType, coordinate, mayHaveVariables)).join(' ')}]`;
    if (isInputObjectType(nullable)) {
      const fields = Object.values(nullable.getFields()).filter(
        (member) => (isNonNullType(member.type) && member.defaultValue === undefined) || rarely(2),
      );
      const members = fields.map(({ name, type: each }) => {
        return `${name}: ${literal(each, `${nullable.name}.${name}`, mayHaveVariables)}`;
      });
      return `{ ${members.join(' ')} }`;
    }
    const value = valueOf(nullable, coordinate);
    return isEnumType(nullable) ? String(value) : print(astFromValueUntyped(value)!);
  }

  function valueOf(type: GraphQLInputType, coordinate: string): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return Array.from({ length: natural(2) }, () => valueOf(nullable.ofType, coordinate));
    if (isInputObjectType(nullable)) {
      const fields = Object.values(nullable.getFields()).filter(({ type: each }) => isNonNullType(each) || rarely(2));
      return Object.fromEntries(
        fields.map((member) => [member.name, valueOf(member.type, `${nullable.name}.${member.name}`)]),
      );
    }
    const chosen = choices.value?.(coordinate, nullable);
    if (chosen !== undefined) return chosen;
    if (isEnumType(nullable)) return oneOf(nullable.getValues()).name;
    if (nullable.name === 'Int') return natural(9) - 1;
    if (nullable.name === 'Float') return natural(9) / 2;
    if (nullable.name === 'Boolean') return rarely(2);
    if (nullable.name === 'ID') return String(natural(9));
    return oneOf(texts);
  }

  const argument = ({ name, type, defaultValue }: GraphQLArgument, parent: string): string[] => {
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    return isRequired || rarely(2) ? [`${name}: ${literal(type, `${parent}(${name}:)`, true)}`] : [];
  };

  const directive = (): string => {
    if (!rarely(25)) return '';
    const [name, value] = [oneOf(['skip', 'include']), oneOf(['true', 'false', 'variable'])];
    if (value !== 'variable') return ` @${name}(if: ${value})`;
    const variableName = `v${(names += 1)}`;
    definitions.push(`$${variableName}: Boolean!`);
    variables[variableName] = rarely(2);
    return ` @${name}(if: $${variableName})`;
  };

  const withArguments = (parent: GraphQLCompositeType, { name, args }: GraphQLField<unknown, unknown>): string => {
    const given = args.flatMap((each) => argument(each, `${parent.name}.${name}`));
    return `${name}${given.length > 0 ? `(${given.join(' ')})` : ''}`;
  };

  function field(parent: GraphQLCompositeType, each: GraphQLField<unknown, unknown>, depth: number): string {
    // Two fields with one key must have the same arguments, and releases limit the number of aliases.
    const isRepeated = each.args.length > 0 && usedNames.has(each.name);
    const mayHaveAlias = aliases < (choices.maxAliases ?? Infinity);
    if (isRepeated && !mayHaveAlias) return '__typename';
    usedNames.add(each.name);
    const text = withArguments(parent, each);
    const ownAlias = isRepeated || rarely(8) ? `f${(names += 1)}: ` : '';
    const alias = !mayHaveAlias ? '' : rarely(60) ? `${oneOf(inheritedNames)}: ` : ownAlias;
    if (alias !== '') aliases += 1;
    const type = getNamedType(each.type);
    const selections = isCompositeType(type) ? ` ${selectionSet(type, depth + 1)}` : '';
    return `${alias}${text}${directive()}${selections}`;
  }

  /** A fragment on a type whose objects can be of `parent`. */
  function fragment(parent: GraphQLCompositeType, depth: number): string {
    const known = fragments.filter(({ type }) => doTypesOverlap(schema, type, parent));
    if (known.length > 0 && rarely(2)) return `...${oneOf(known).name}${directive()}`;
    const type = rarely(3) ? parent : oneOf(typesThatOverlap(schema, parent));
    const text = selectionSet(type, depth + 1);
    if (rarely(2)) return `... on ${type.name}${directive()} ${text}`;
    const name = `F${(names += 1)}`;
    fragments.push({ name, type, text: `fragment ${name} on ${type.name} ${text}` });
    return `...${name}${directive()}`;
  }

  function selectionSet(type: GraphQLCompositeType, depth: number): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields());
    const leaves = fields.filter((each) => !isCompositeType(getNamedType(each.type)));
    const selected = Array.from({ length: 1 + natural(depth === 0 ? 1 : 3) }, () => {
      const mayNest = depth < maxDepth;
      if (mayNest && (isUnionType(type) || rarely(4))) return fragment(type, depth);
      const known = mayNest ? fields : leaves;
      return known.length === 0 || rarely(10) ? '__typename' : field(type, oneOf(known), depth);
    });
    return `{ ${selected.join(' ')} }`;
  }

  const { path = [], into } = choices;
  const root = path[0]?.type ?? schema.getQueryType()!;
  /** The rest of the path, each field in a fragment on its type, and a selection of what that leads to. */
  function below(type: GraphQLCompositeType, index: number): string {
    const step = path[index];
    const inner = step?.type ?? into ?? type;
    const text = step
      ? `{ ${withArguments(inner, step.field)} ${below(getNamedType(step.field.type) as GraphQLCompositeType, index + 1)} }`
      : selectionSet(inner, index);
    return inner === type ? text : `{ ... on ${inner.name} ${text} }`;
  }

  const selections = below(root, 0);
  const declared = definitions.length > 0 ? `(${definitions.join(' ')})` : '';
  return {
    query: [
      `${root === schema.getMutationType() ? 'mutation' : 'query'}${declared} ${selections}`,
      ...fragments.map(({ text }) => text),
    ].join('\n'),
    variables,
  };
}
