import { type GraphQLAbstractType, GraphQLError, type GraphQLObjectType, isObjectType } from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import type { Execution, FieldPlan } from './execution.ts';

/** Returns the object type that `resolveType` named. Throws the errors of graphql-js if it is not a possible type. */
export function findRuntimeType(
  name: unknown,
  abstractType: GraphQLAbstractType,
  { parentType, definition, nodes }: FieldPlan,
  value: unknown,
  { plan: { schema } }: Execution,
): GraphQLObjectType {
  const type = typeof name === 'string' ? schema.getType(name) : undefined;
  if (isObjectType(type) && schema.isSubType(abstractType, type)) return type;
  const abstract = `Abstract type "${abstractType.name}"`;
  const coordinate = `${parentType.name}.${definition.name}`;
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime for field "${coordinate}". Either the "${abstractType.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  if (isObjectType(name))
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    );
  if (typeof name !== 'string')
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime for field "${coordinate}" with value ${inspect(value)}, received "${inspect(name)}".`,
    );
  if (!type)
    throw new GraphQLError(`${abstract} was resolved to a type "${name}" that does not exist inside the schema.`, {
      nodes,
    });
  if (!isObjectType(type))
    throw new GraphQLError(`${abstract} was resolved to a non-object type "${name}".`, { nodes });
  throw new GraphQLError(`Runtime Object type "${type.name}" is not a possible type for "${abstractType.name}".`, {
    nodes,
  });
}
