import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** A part that two schemas have under one name and do not mean the same by. */
export interface Clash {
  /** Such as `Meeting`, `Meeting.title` or `Meeting.comments(orderBy:)`. */
  coordinate: string;
  expected: string;
  found: string;
}

/** The definition of a kind of type in SDL. */
const kindOf = (type: GraphQLNamedType): string =>
  type.constructor.name.replace(/^GraphQL(Input)?(\w+?)Type$/, (_, input = '', kind: string) =>
    `${input} ${kind}`.trim().toLowerCase(),
  );

/** A type without what is required of it, which towns change and clients do not notice. */
const shapeOf = (type: { toString(): string }): string => type.toString().replaceAll('!', '');

/**
 * The parts of a town's schema that cannot have the values of a release: a type of another kind, and a field, an argument or an
 * input of another type. Whether a value is required is no clash.
 */
export function findClashes(base: GraphQLSchema, town: GraphQLSchema): Clash[] {
  const clashes: Clash[] = [];
  const compare = (coordinate: string, expected: { toString(): string }, found: { toString(): string }) => {
    if (shapeOf(expected) !== shapeOf(found))
      clashes.push({ coordinate, expected: expected.toString(), found: found.toString() });
  };
  const compareInputs = (
    expected: readonly (GraphQLArgument | GraphQLInputField)[],
    found: readonly (GraphQLArgument | GraphQLInputField)[],
    locate: (name: string) => string,
  ) => {
    for (const { name, type } of expected) {
      const other = found.find((each) => each.name === name);
      if (other) compare(locate(name), type, other.type);
    }
  };
  for (const type of Object.values(base.getTypeMap())) {
    const { name } = type;
    const other = town.getType(name);
    if (!other || name.startsWith('__')) continue;
    if (kindOf(type) !== kindOf(other)) {
      clashes.push({ coordinate: name, expected: `a type of the kind ${kindOf(type)}`, found: kindOf(other) });
    } else if (isInputObjectType(type) && isInputObjectType(other)) {
      compareInputs(Object.values(type.getFields()), Object.values(other.getFields()), (field) => `${name}.${field}`);
    } else if ((isObjectType(type) && isObjectType(other)) || (isInterfaceType(type) && isInterfaceType(other))) {
      for (const field of Object.values(type.getFields())) {
        const found = other.getFields()[field.name];
        if (!found) continue;
        compare(`${name}.${field.name}`, field.type, found.type);
        compareInputs(field.args, found.args, (argument) => `${name}.${field.name}(${argument}:)`);
      }
    }
  }
  return clashes;
}
