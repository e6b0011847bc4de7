import type { IResolvers } from '@graphql-tools/utils';
import { type GraphQLSchema, isObjectType, isScalarType } from 'graphql';

/** Returns the resolvers of the types and fields that a schema has. */
export const pickResolvers = (schema: GraphQLSchema, resolvers: IResolvers): IResolvers =>
  Object.fromEntries(
    Object.entries(resolvers).flatMap(([name, typeResolvers]) => {
      const type = schema.getType(name);
      if (!type) return [];
      if (!isObjectType(type)) return [[name, typeResolvers]];
      const fields = type.getFields();
      return [[name, Object.fromEntries(Object.entries(typeResolvers).filter(([field]) => field in fields))]];
    }),
  );

/** Merges resolver maps by type and field; later maps replace the resolvers of earlier maps. */
export function mergeResolvers(...maps: IResolvers[]): IResolvers {
  const merged: IResolvers = {};
  for (const [name, typeResolvers] of maps.flatMap((map) => Object.entries(map)))
    merged[name] = isScalarType(typeResolvers)
      ? typeResolvers
      : ({ ...merged[name], ...typeResolvers } as IResolvers[string]);
  return merged;
}
