import { type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { type AuthDirective, readContractAuth } from '../../../graphql/directives.ts';
import { setDescriptions } from '../../../graphql/descriptions.ts';
import { wrapResolvers } from '../../../graphql/schema.ts';
import type { MockMode } from '../../server-dialect.ts';
import { resolvers as contractResolvers } from '../../../server/resolvers/resolvers.ts';
import { loadDescriptions } from '../descriptions/load-descriptions.ts';
import { withMocks } from '../mocks.ts';
import { createDeclaredResolvers, createUnsupportedMutations } from '../resolvers/interfaces.ts';
import { decidimResolvers, mergeResolvers } from '../resolvers/resolvers.ts';
import { parseRecordId } from '../values/ids.ts';
import type { DecidimOverrides } from '../overrides.ts';
import type { Release } from '../release.ts';
import { readSchema } from './read-schema.ts';
import { scalarResolvers } from './scalars.ts';
import type { IResolvers } from '@graphql-tools/utils';

type AuthOverrides = NonNullable<DecidimOverrides['auth']>;

/** Copies the contract's `@auth` to the same types and fields of a schema, in place; overrides replace it. */
function withAuth(schema: GraphQLSchema, overrides: AuthOverrides): GraphQLSchema {
  const auth = { ...readContractAuth(), ...overrides };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    setAuth(type, auth[type.name]);
    for (const field of Object.values(type.getFields())) setAuth(field, auth[`${type.name}.${field.name}`]);
  }
  return schema;
}

function setAuth(element: { extensions: object }, auth: AuthDirective | null | undefined): void {
  if (auth) element.extensions = { ...element.extensions, directives: { auth } };
}

/** Fields whose resolvers parse the id themselves. */
const fieldsWithOwnIds = new Set(['Query.user', 'Query.participantDetails']);

/** Parses the `id` arguments of all fields as the platform's database does, in place. */
const withRecordIds = (schema: GraphQLSchema): GraphQLSchema =>
  wrapResolvers(schema, ({ args, resolve = defaultFieldResolver }, coordinate) => {
    const id = args.find(({ name }) => name === 'id');
    if (!/^ID!?$/.test(String(id?.type)) || fieldsWithOwnIds.has(coordinate)) return undefined;
    return (source, values: { id?: string | null }, context, info) =>
      resolve(
        source,
        typeof values.id === 'string' ? { ...values, id: parseRecordId(values.id) } : values,
        context,
        info,
      );
  });

/**
 * Creates the executable schema of a release. Fields that neither a record nor a resolver answers are mocked, except
 * mutations. Throws CommandError if the schema is invalid.
 */
export function createDecidimSchema(
  release: Release,
  mockMode: MockMode,
  overrides: { resolvers: NonNullable<DecidimOverrides['resolvers']>[]; auth: AuthOverrides },
): GraphQLSchema {
  // The file of a town can be anything.
  const schema = readSchema(release, release.base === undefined);
  const allResolvers = mergeResolvers(
    contractResolvers,
    createDeclaredResolvers(schema),
    decidimResolvers,
    scalarResolvers,
    ...overrides.resolvers,
  );
  const resolvers = pickResolvers(schema, allResolvers);
  const unsupportedMutations = createUnsupportedMutations(schema, resolvers);
  const mocked = withMocks(schema, mockMode, mergeResolvers(resolvers, unsupportedMutations), {
    // The fields that a town adds can have mocked objects of every type.
    mocksWholeObjects: release.base !== undefined,
  });
  const authorized = withRecordIds(withAuth(mocked, overrides.auth));
  return setDescriptions(authorized, () => loadDescriptions(release));
}

/** Returns the resolvers of the types and fields that a schema has. */
const pickResolvers = (schema: GraphQLSchema, resolvers: IResolvers): IResolvers =>
  Object.fromEntries(
    Object.entries(resolvers).flatMap(([name, typeResolvers]) => {
      const type = schema.getType(name);
      if (!type) return [];
      if (!isObjectType(type)) return [[name, typeResolvers]];
      const fields = type.getFields();
      return [[name, Object.fromEntries(Object.entries(typeResolvers).filter(([field]) => field in fields))]];
    }),
  );
