import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { GraphQLObjectType, type GraphQLSchema, buildSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { type AuthDirective, getAuthDirective } from '../../../contract/directives.ts';
import { readContractSdl } from '../../../contract/schema.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { resolvers as contractResolvers } from '../../../server/resolvers/resolvers.ts';
import { withMocks } from '../mocks/with-mocks.ts';
import { decidimResolvers } from '../resolvers/resolvers.ts';
import { createUnsupportedMutations } from '../resolvers/unsupported-mutations.ts';
import { parseRecordId } from '../values/ids.ts';
import type { DecidimOverrides, DecidimVersion } from '../version.ts';
import { assertKnownDifferences, compareSchemas } from './compare-schemas.ts';
import { readSchema } from './read-schema.ts';
import { mergeResolvers, pickResolvers } from './resolver-maps.ts';
import { scalarResolvers } from './scalars.ts';

const withAuthExtension = <T extends { extensions?: unknown }>(config: T, auth: AuthDirective): T => ({
  ...config,
  extensions: { ...(config.extensions as object), directives: { auth } },
});

type AuthOverrides = NonNullable<DecidimOverrides['auth']>;

/** Copies the contract's `@auth` to the same types and fields of a schema; overrides replace it. */
function withAuth(schema: GraphQLSchema, contract: GraphQLSchema, overrides: AuthOverrides): GraphQLSchema {
  const authOf = (typeName: string, fieldName?: string): AuthDirective | undefined => {
    const coordinate = fieldName === undefined ? typeName : `${typeName}.${fieldName}`;
    if (Object.hasOwn(overrides, coordinate)) return overrides[coordinate] ?? undefined;
    const type = contract.getType(typeName);
    const node = fieldName === undefined ? type : isObjectType(type) ? type.getFields()[fieldName] : undefined;
    return node && getAuthDirective(contract, node);
  };
  return mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => {
      const auth = authOf(type.name);
      return auth && new GraphQLObjectType(withAuthExtension(type.toConfig(), auth));
    },
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const auth = authOf(typeName, name);
      return auth && withAuthExtension(field, auth);
    },
  });
}

/** Fields whose resolvers parse the id themselves. */
const fieldsWithOwnIds = new Set(['Query.user', 'Query.participantDetails']);

/** Parses the `id` arguments of all fields as the platform's database does. */
const withRecordIds = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      if (!/^ID!?$/.test(String(field.args?.['id']?.type)) || fieldsWithOwnIds.has(`${typeName}.${name}`))
        return undefined;
      const { resolve = defaultFieldResolver } = field;
      return {
        ...field,
        resolve: (source, args: { id?: string | null }, context, info) =>
          resolve(source, typeof args.id === 'string' ? { ...args, id: parseRecordId(args.id) } : args, context, info),
      };
    },
  });

/**
 * Creates the executable schema of a version. Fields that neither a record nor a resolver answers are mocked, except
 * mutations. Throws CommandError if the schema is invalid, or differs from the contract in another way than known.
 */
export function createDecidimSchema(
  version: DecidimVersion,
  mockMode: MockMode,
  overrides: { resolvers: NonNullable<DecidimOverrides['resolvers']>[]; auth: AuthOverrides },
): GraphQLSchema {
  const contract = buildSchema(readContractSdl());
  const schema = readSchema(version);
  assertKnownDifferences(compareSchemas(contract, schema), version);
  const sharedResolvers = mergeResolvers(contractResolvers, decidimResolvers, scalarResolvers);
  const resolvers = mergeResolvers(pickResolvers(schema, sharedResolvers), ...overrides.resolvers);
  const unsupportedMutations = createUnsupportedMutations(schema, resolvers);
  const mocked = withMocks(schema, mockMode, mergeResolvers(resolvers, unsupportedMutations));
  return withRecordIds(withAuth(mocked, contract, overrides.auth));
}
