import type { IResolvers } from '@graphql-tools/utils';
import { type GraphQLObjectType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { Refusal } from '../../../errors.ts';

const createUnsupportedResolver = (coordinate: string) => () => {
  throw new Refusal(`${coordinate} is not in the stand-in: nothing was written`, {
    extensions: { code: 'NOT_IN_STAND_IN' },
  });
};

const hasMutations = (type: unknown, schema: GraphQLSchema): type is GraphQLObjectType =>
  isObjectType(type) && (type === schema.getMutationType() || type.name.endsWith('Mutation'));

/**
 * Creates resolvers for the mutations that have none in `resolvers`: a mutation is an error, never mocked. `id` and the
 * fields of `ComponentInterface` are reads.
 */
export function createUnsupportedMutations(schema: GraphQLSchema, resolvers: IResolvers): IResolvers {
  const component = schema.getType('ComponentInterface');
  const reads = new Set(['id', ...(isInterfaceType(component) ? Object.keys(component.getFields()) : [])]);
  const types = Object.values(schema.getTypeMap()).filter((type) => hasMutations(type, schema));
  return Object.fromEntries(
    types.map((type) => {
      const { name } = type;
      const supported = (resolvers[name] ?? {}) as Record<string, unknown>;
      const unsupported = Object.keys(type.getFields()).filter((field) => !(field in supported) && !reads.has(field));
      return [
        name,
        Object.fromEntries(unsupported.map((field) => [field, createUnsupportedResolver(`${name}.${field}`)])),
      ];
    }),
  );
}
