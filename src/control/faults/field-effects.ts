import { GraphQLError, type GraphQLResolveInfo, isNonNullType } from 'graphql';

/** Creates the error of a fault. */
export const createError = ({ message, code }: { message: string; code?: string }): GraphQLError =>
  new GraphQLError(message, code === undefined ? {} : { extensions: { code } });

/** Returns null; throws the error that null causes at a field that is not nullable. */
export function nullOf({ returnType, parentType, fieldName }: GraphQLResolveInfo): null {
  if (!isNonNullType(returnType)) return null;
  throw new GraphQLError(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`);
}
