import { readFileSync } from 'node:fs';
import { type IResolvers, MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  GraphQLObjectType,
  type GraphQLSchema,
  buildSchema,
  defaultFieldResolver,
  isObjectType,
  isScalarType,
} from 'graphql';
import { readContractSdl } from '../../../contract/schema.ts';
import { getAuthDirective } from '../../../contract/directives.ts';
import { CommandError, exitCodes } from '../../../errors.ts';
import { withMocks } from '../mocks/with-mocks.ts';
import { DecidimMeetingMutation } from '../resolvers/meetings.ts';
import { decidimRecordResolvers } from '../resolvers/record-resolvers.ts';
import { DecidimProposalMutation, DecidimProposalsMutation } from '../resolvers/proposals.ts';
import { resolvers } from '../../../server/resolvers/resolvers.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { type SchemaDifferences, compareSchemas } from './compare-schemas.ts';
import { knownDifferences } from '../versions/0.32/known-differences.ts';
import { parseRecordId } from '../values/record-id.ts';
import { resolverOverrides } from '../resolvers/overrides.ts';
import { unsupportedMutationResolvers } from '../resolvers/unsupported-mutations.ts';
import { scalarResolvers } from './scalars.ts';

/** The platform's schema, as introspection shows it. */
export const readPlatformSchema = (): string =>
  readFileSync(new URL('../versions/0.32/schema.graphql', import.meta.url), 'utf8');

const mutations = {
  MeetingMutation: DecidimMeetingMutation,
  ProposalMutation: DecidimProposalMutation,
  ProposalsMutation: DecidimProposalsMutation,
} as unknown as IResolvers;

/** The resolvers of the contract without those of what the schema does not have. */
const inSchema = (schema: GraphQLSchema, all: IResolvers): IResolvers =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, type]) => {
      const found = schema.getType(name);
      if (!found) return [];
      if (!isObjectType(found)) return [[name, type]];
      const fields = found.getFields();
      return [[name, Object.fromEntries(Object.entries(type).filter(([field]) => field in fields))]];
    }),
  );

/** Resolvers of several maps in one; of two for the same field the later one answers. */
function merged(...maps: IResolvers[]): IResolvers {
  const all: IResolvers = {};
  for (const [name, type] of maps.flatMap((map) => Object.entries(map)))
    all[name] = isScalarType(type) ? type : ({ ...all[name], ...type } as IResolvers[string]);
  return all;
}

/** A CommandError unless the differences are the known ones. */
function judge(found: SchemaDifferences): void {
  for (const place of new Set([...Object.keys(found), ...Object.keys(knownDifferences)])) {
    if (found[place] === knownDifferences[place]) continue;
    const is = found[place] ?? 'as in the contract';
    const known = knownDifferences[place] ?? 'as in the contract';
    throw new CommandError(`the schema of decidim-0.32: ${place} is ${is}, and was to be ${known}`, exitCodes.usage);
  }
}

const extended = <T extends { extensions?: unknown }>(config: T, auth: unknown): T => ({
  ...config,
  extensions: { ...(config.extensions as object), directives: { auth } },
});

/** The contract's `@auth` on the same types and fields of a schema that has no directives. */
function withAuth(schema: GraphQLSchema, contract: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => {
      const stated = contract.getType(type.name);
      const auth = stated && getAuthDirective(contract, stated);
      return auth ? new GraphQLObjectType(extended(type.toConfig(), auth)) : undefined;
    },
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const stated = contract.getType(typeName);
      const auth =
        isObjectType(stated) && stated.getFields()[name] && getAuthDirective(contract, stated.getFields()[name]!);
      return auth ? extended(field, auth) : undefined;
    },
  });
}

/** Users are looked up by an id in another way. */
const ownIds = new Set(['Query.user', 'Query.participantDetails']);

/** Ids are read as the platform's database reads them. */
const withRecordIds = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      if (!/^ID!?$/.test(String(field.args?.['id']?.type)) || ownIds.has(`${typeName}.${name}`)) return undefined;
      const { resolve = defaultFieldResolver } = field;
      return {
        ...field,
        resolve: (source, args: { id?: string | null }, context, info) =>
          resolve(source, typeof args.id === 'string' ? { ...args, id: parseRecordId(args.id) } : args, context, info),
      };
    },
  });

/** A CommandError for a text that is no schema. */
function read(sdl: string): GraphQLSchema {
  try {
    return buildSchema(sdl);
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new CommandError(`the schema of decidim-0.32 cannot be read: ${line}`, exitCodes.usage);
  }
}

/** The platform's whole schema with its resolvers; what neither a record nor a resolver answers is filled. */
export function createDecidimSchema(fill: MockMode, sdl: string = readPlatformSchema()): GraphQLSchema {
  const contract = buildSchema(readContractSdl());
  const schema = read(sdl);
  judge(compareSchemas(contract, schema));
  const answering = merged(
    inSchema(schema, resolvers),
    decidimRecordResolvers,
    mutations,
    resolverOverrides,
    scalarResolvers,
  );
  return withRecordIds(
    withAuth(withMocks(schema, fill, merged(answering, unsupportedMutationResolvers(schema, answering))), contract),
  );
}
