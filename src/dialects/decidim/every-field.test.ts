import assert from 'node:assert/strict';
import test from 'node:test';
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
  defaultFieldResolver,
  execute,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { SimulatedServerError, Refusal } from '../../errors.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import type { Component } from '../../records/records.ts';
import { townWorld } from '../../../test/support/town-server.ts';
import type { ServerDialect } from '../../server/dialect.ts';
import { releases } from './releases.ts';
import { createDecidimServerDialect } from './server.ts';
import { recordTypes } from './record-types.ts';

const dialects = releases.map((release) => [release.name, createDecidimServerDialect(release)] as const);
const store = createMemoryStore(townWorld);
store.update = (): never => {
  throw new SimulatedServerError('this test writes nothing');
};
const meeting = store.find('meetings', 1)!;
const proposal = store.find('proposals', 1)!;

/** The first component of a kind that mutations or queries find. */
const component = (kind: Component['kind']) => store.all('components').find((each) => each.kind === kind);

/** Objects of the types that fields of an abstract type show, or whose first one in the store has little. */
const knownObjects: Record<string, unknown> = {
  Query: {},
  Mutation: {},
  Accountability: component('accountability'),
  AccountabilityMutation: component('accountability'),
  BadgeScore: store.all('badgeScores')[0],
  Blogs: component('blogs'),
  BudgetMutation: store.find('budgets', 1),
  Budgets: component('budgets'),
  BudgetsMutation: component('budgets'),
  CommentMutation: store.find('comments', 1),
  CommentableMutation: { id: 1, kind: 'proposals' },
  Coordinates: { latitude: 1, longitude: 2 },
  DebateMutation: store.find('debates', 1),
  Debates: component('debates'),
  DebatesMutation: component('debates'),
  MeetingMutation: meeting,
  Meetings: component('meetings'),
  MeetingsMutation: component('meetings'),
  Organization: store.organization,
  Pages: component('pages'),
  ParticipatorySpace: store.find('processes', 1),
  ProposalMutation: proposal,
  Proposals: component('proposals'),
  ProposalsMutation: component('proposals'),
  ResultMutation: store.find('results', 1),
  Scope: store.find('taxonomies', 1),
  Session: { user: store.find('users', 1) },
  Statistic: { key: 'users_count', value: 1 },
  Surveys: component('surveys'),
  TimelineEntry: store.all('milestones')[0],
  TranslatedField: { en: 'Text' },
  ParticipantDetails: { name: 'Ada', nickname: 'ada', email: 'ada@example.org' },
  QuestionMatrixRow: { id: 1, position: 0, body: { en: 'Row' } },
  ...Object.fromEntries(Object.entries(recordTypes).map(([type, { kind }]) => [type, store.all(kind)[0]])),
  Question: store.all('questions').find(({ responseOptions }) => responseOptions.length > 0),
};

const scalars: Record<string, string> = { Boolean: 'true', DateTime: '"2027-01-01T00:00:00Z"', Float: '1', Int: '1' };

const literal = (type: GraphQLInputType): string => {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return scalars[String(type)] ?? '"1"';
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
};

/** A query for a field of a type's source, with the required arguments, and `__typename` as the selection. */
function documentFor(type: GraphQLObjectType, name: string): string {
  const field = type.getFields()[name]!;
  const args = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return `{ ${type.name} { ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection} } }`;
}

/** The types of which some releases show no object, because the store or the platform has none. */
const typesWithoutObjects = new Set([
  'Area',
  'AreaType',
  'AssembliesType',
  'AssemblyMember',
  'Category',
  'HashtagType',
  'MetricHistory',
  'ParticipatoryProcessType',
  'Sortition',
  'SortitionConnection',
  'SortitionEdge',
  'Sortitions',
  'UserGroup',
]);

/**
 * Resolves every field of each type of which there is an object: a known one, or one that a field shows. Returns the names of those
 * types, and the coordinates of the fields that nothing answers.
 */
function resolveAllFields({ createSchema, behavior }: ServerDialect) {
  const unanswered: string[] = [];
  const objects = new Map(Object.entries(knownObjects));
  const pending: string[] = [];
  const schema = mapSchema(createSchema('mock'), {
    [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, unknown>, name, type) => ({
      ...field,
      resolve: (...all) => {
        try {
          const value: unknown = (field.resolve ?? defaultFieldResolver)(...all);
          if (value === undefined) unanswered.push(`${type}.${name}`);
          const { name: shown } = getNamedType(field.type);
          const [object] = [value].flat();
          if (typeof object === 'object' && object !== null && !objects.has(shown)) {
            objects.set(shown, object);
            pending.push(shown);
          }
          return value;
        } catch (error) {
          // Another error means that nothing resolves the field, except that an invalid input can cause any error.
          const isExpected = error instanceof Refusal || error instanceof SimulatedServerError || field.args?.['input'];
          if (!isExpected) unanswered.push(`${type}.${name}`);
          throw error;
        }
      },
    }),
  });
  const contextValue: RequestContext = {
    viewer: store.find('users', 1)!,
    store,
    behavior,
    origin: 'http://localhost',
  };
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  );
  const fields = types.map((type) => [type.name, { type, resolve: () => objects.get(type.name) }]);
  const probe = new GraphQLObjectType({ name: 'Probe', fields: Object.fromEntries(fields) });
  const probed = new GraphQLSchema({ ...schema.toConfig(), query: probe, mutation: null });
  pending.push(...types.map(({ name }) => name).filter((name) => objects.has(name)));
  for (const typeName of pending) {
    const type = probed.getType(typeName);
    for (const name of isObjectType(type) ? Object.keys(type.getFields()) : [])
      void execute({ schema: probed, document: parse(documentFor(type as GraphQLObjectType, name)), contextValue });
  }
  return { typesWithout: types.map(({ name }) => name).filter((name) => !objects.has(name)), unanswered };
}

for (const [name, dialect] of dialects)
  test(`${name}: every field of every object has a value from a record or a resolver`, () => {
    const { typesWithout, unanswered } = resolveAllFields(dialect);
    assert.deepEqual(unanswered, []);
    assert.deepEqual(
      typesWithout.filter((type) => !typesWithoutObjects.has(type)),
      [],
    );
  });
