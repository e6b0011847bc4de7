import { type GraphQLSchema, buildSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { type AuthDirective, getAuthDirective } from '../../../contract/directives.ts';
import { setDescriptions } from '../../../contract/descriptions.ts';
import { readContractSdl, wrapResolvers } from '../../../contract/schema.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { resolvers as contractResolvers } from '../../../server/resolvers/resolvers.ts';
import { loadDescriptions } from '../descriptions/load-descriptions.ts';
import { withMocks } from '../mocks/with-mocks.ts';
import { createDeclaredResolvers } from '../resolvers/interfaces.ts';
import { decidimResolvers } from '../resolvers/resolvers.ts';
import { createUnsupportedMutations } from '../resolvers/unsupported-mutations.ts';
import { parseRecordId } from '../values/ids.ts';
import type { DecidimOverrides, DecidimVersion } from '../version.ts';
import { assertKnownDifferences, compareSchemas } from './compare-schemas.ts';
import { readSchema } from './read-schema.ts';
import { mergeResolvers, pickResolvers } from './resolver-maps.ts';
import { scalarResolvers } from './scalars.ts';

type AuthOverrides = NonNullable<DecidimOverrides['auth']>;

/** Copies the contract's `@auth` to the same types and fields of a schema, in place; overrides replace it. */
function withAuth(schema: GraphQLSchema, contract: GraphQLSchema, overrides: AuthOverrides): GraphQLSchema {
  const authOf = (typeName: string, fieldName?: string): AuthDirective | undefined => {
    const coordinate = fieldName === undefined ? typeName : `${typeName}.${fieldName}`;
    if (Object.hasOwn(overrides, coordinate)) return overrides[coordinate] ?? undefined;
    const type = contract.getType(typeName);
    const node = fieldName === undefined ? type : isObjectType(type) ? type.getFields()[fieldName] : undefined;
    return node && getAuthDirective(contract, node);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    setAuth(type, authOf(type.name));
    for (const field of Object.values(type.getFields())) setAuth(field, authOf(type.name, field.name));
  }
  return schema;
}

function setAuth(element: { extensions: object }, auth: AuthDirective | undefined): void {
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
  const sharedResolvers = mergeResolvers(
    contractResolvers,
    createDeclaredResolvers(schema),
    decidimResolvers,
    scalarResolvers,
  );
  const resolvers = mergeResolvers(pickResolvers(schema, sharedResolvers), ...overrides.resolvers);
  const unsupportedMutations = createUnsupportedMutations(schema, resolvers);
  const mocked = withMocks(schema, mockMode, mergeResolvers(resolvers, unsupportedMutations));
  const authorized = withRecordIds(withAuth(mocked, contract, overrides.auth));
  return setDescriptions(authorized, () => loadDescriptions(version));
}
