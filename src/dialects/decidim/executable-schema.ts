import type { IResolvers } from '@graphql-tools/utils';
import { type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { commonDescriptions, fieldDescriptions } from '../../graphql/common-descriptions.ts';
import { type Descriptions, readDescriptions, setDescriptions } from '../../graphql/descriptions.ts';
import { type AuthDirective, readContractAuth } from '../../graphql/directives.ts';
import { addResolvers, buildContractSchema, wrapResolvers } from '../../graphql/schema.ts';
import { withoutDefault } from '../../records/define-kind.ts';
import { kinds } from '../../records/kinds.ts';
import { resolvers as contractResolvers } from '../../resources/resolvers.ts';
import type { MockMode } from '../../server/dialect.ts';
import { withMocks } from './mocks.ts';
import { withAddedArguments } from './added-arguments.ts';
import type { Release } from './releases.ts';
import { createDeclaredResolvers, createRelations } from './resources/interfaces.ts';
import { decidimResolvers, mergeResolvers } from './resources/resources.ts';
import { scalarResolvers } from './scalars.ts';
import { withTownLists } from './town-lists.ts';
import { recordTypes } from './record-types.ts';
import { createFormerResolvers, readSchema, typeNamesOf } from './schema.ts';
import { parseRecordId } from './values/ids.ts';

/**
 * Creates the executable schema of a release with the resolvers and roles of its behaviors. What a town adds, and neither a record nor a
 * resolver answers, is mocked; its mutations are refused.
 */
export function createDecidimSchema(
  release: Release,
  mockMode: MockMode,
  overrides: { resolvers: IResolvers[]; auth: Record<string, AuthDirective | null> },
): GraphQLSchema {
  const schema = readSchema(release);
  // What a town adds is in the records of its world, and in no column.
  const releaseSchema = release.town === undefined ? schema : readSchema({ number: release.number });
  const derived = [createRelations(releaseSchema), contractResolvers, createDeclaredResolvers(schema)];
  const allResolvers = mergeResolvers(...derived, decidimResolvers, scalarResolvers, ...overrides.resolvers);
  const withFormer = mergeResolvers(createFormerResolvers(release.number, allResolvers), allResolvers);
  addResolvers(schema, pickResolvers(schema, withFormer));
  if (release.town !== undefined)
    withTownLists(withAddedArguments(withMocks(schema, mockMode), releaseSchema), releaseSchema);
  setRoles(schema, { ...readContractAuth(), ...overrides.auth });
  withRecordIds(schema);
  return setDescriptions(schema, () => [
    { ...readContractDescriptions(release), ...readDescriptions(readSchema({ number: release.number })) },
    readRecordDescriptions(),
    { ...fieldDescriptions, ...commonDescriptions },
  ]);
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

/** Sets roles on the types and fields of a schema, in place. */
function setRoles(schema: GraphQLSchema, roles: Record<string, AuthDirective | null>): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    setRole(type, roles[type.name]);
    for (const field of Object.values(type.getFields())) setRole(field, roles[`${type.name}.${field.name}`]);
  }
}

function setRole(element: { extensions: object }, auth: AuthDirective | null | undefined): void {
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

/** What the fields of a kind say, for the type of its records and for the input with their attributes. */
const readRecordDescriptions = (): Descriptions =>
  Object.fromEntries(
    Object.entries(recordTypes).flatMap(([type, { kind }]) =>
      Object.entries(kinds[kind].schema.properties).flatMap(([field, { description }]) =>
        [type, `${type}Attributes`].map((each) => [`${each}.${field}`, withoutDefault(String(description))]),
      ),
    ),
  );

/** The descriptions of the contract, by the coordinates of a release. */
function readContractDescriptions({ number }: Release): Descriptions {
  const names = typeNamesOf(number);
  return Object.fromEntries(
    Object.entries(readDescriptions(buildContractSchema())).map(([coordinate, description]) => [
      coordinate.replace(/^\w+/, (type) => names[type] ?? type),
      description,
    ]),
  );
}
