import type { IResolvers } from '@graphql-tools/utils';
import { type GraphQLObjectType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { Refusal } from '../../../errors.ts';

/** A mutation that the stand-in does not have, by its coordinate. */
const notInStandIn = (coordinate: string) => () => {
  throw new Refusal(`${coordinate} is not in the stand-in: nothing was written`, {
    extensions: { code: 'NOT_IN_STAND_IN' },
  });
};

/** Whether the fields of a type change something, but those that it has to show itself. */
const changes = (type: unknown, schema: GraphQLSchema): type is GraphQLObjectType =>
  isObjectType(type) && (type === schema.getMutationType() || type.name.endsWith('Mutation'));

/** The resolvers of mutations that nothing answers: a mutation is refused, never filled. */
export function unsupportedMutationResolvers(schema: GraphQLSchema, answering: IResolvers): IResolvers {
  const component = schema.getType('ComponentInterface');
  const shown = new Set(['id', ...(isInterfaceType(component) ? Object.keys(component.getFields()) : [])]);
  const types = Object.values(schema.getTypeMap()).filter((type) => changes(type, schema));
  return Object.fromEntries(
    types.map((type) => {
      const answered = (answering[type.name] ?? {}) as Record<string, unknown>;
      const open = Object.keys(type.getFields()).filter((field) => !(field in answered) && !shown.has(field));
      return [type.name, Object.fromEntries(open.map((field) => [field, notInStandIn(`${type.name}.${field}`)]))];
    }),
  );
}
