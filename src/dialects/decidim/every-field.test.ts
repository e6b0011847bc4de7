import assert from 'node:assert/strict';
import test from 'node:test';
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
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
import type { MockMode, ServerDialect } from '../../server/dialect.ts';
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
const emptyConnection = { records: [], pagination: {}, maxPageSize: 50 };

/** The first component of a kind that mutations or queries find. */
const component = (kind: Component['kind']) => store.all('components').find((each) => each.kind === kind);

/** A source for each type that the store backs and whose objects are no records. Other types get a mocked source. */
const backedTypes: Record<string, unknown> = {
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
  ...Object.fromEntries(Object.entries(recordTypes).map(([type, { kind }]) => [type, store.all(kind)[0]])),
};

const sourceOf = (type: string): unknown =>
  type.endsWith('Connection') ? emptyConnection : (backedTypes[type] ?? { $ref: { typeName: type, key: '1' } });

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

/** Resolves every field of a schema. Returns the values, or the messages of expected errors, by coordinate. */
function resolveAllFields({ createSchema, behavior }: ServerDialect, mockMode: MockMode): Map<string, unknown> {
  const results = new Map<string, unknown>();
  const schema = mapSchema(createSchema(mockMode), {
    [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, unknown>, name, type) => ({
      ...field,
      resolve: (...all) => {
        try {
          const value = field.resolve!(...all);
          results.set(`${type}.${name}`, value);
          return value;
        } catch (error) {
          // Another error means that nothing resolves the field, except that an invalid input can cause any error.
          const isExpected = error instanceof Refusal || error instanceof SimulatedServerError || field.args?.['input'];
          results.set(`${type}.${name}`, isExpected ? (error as Error).message : undefined);
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
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  const sources = (types as GraphQLObjectType[]).map((type) => [
    type.name,
    { type, resolve: () => sourceOf(type.name) },
  ]);
  const probe = new GraphQLObjectType({ name: 'Probe', fields: Object.fromEntries(sources) });
  const probed = new GraphQLSchema({ ...schema.toConfig(), query: probe, mutation: null });
  for (const type of types as GraphQLObjectType[]) {
    for (const name of Object.keys(type.getFields()))
      void execute({ schema: probed, document: parse(documentFor(type, name)), contextValue });
  }
  return results;
}

const listFields = ({ createSchema }: ServerDialect): string[] =>
  Object.values(createSchema('empty').getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.keys((type as GraphQLObjectType).getFields()).map((field) => `${type.name}.${field}`));

for (const [name, dialect] of dialects) {
  const everyField = listFields(dialect);
  const resolved = { mock: resolveAllFields(dialect, 'mock'), empty: resolveAllFields(dialect, 'empty') };

  for (const mockMode of ['mock', 'empty'] as const) {
    test(`${name}: every field of every type has a value from a record, a resolver or a mock, in the mode ${mockMode}`, () => {
      const results = resolved[mockMode];
      assert.deepEqual([...results.keys()].toSorted(), everyField.toSorted());
      assert.deepEqual(
        [...results].filter(([, value]) => value === undefined).map(([coordinate]) => coordinate),
        [],
      );
    });
  }

  test(`${name}: fields of types that the store backs are not mocked`, () => {
    const { mock: mocked, empty } = resolved;
    const differing = everyField.filter(
      (coordinate) =>
        Object.hasOwn(backedTypes, coordinate.split('.')[0]!) &&
        JSON.stringify(mocked.get(coordinate)) !== JSON.stringify(empty.get(coordinate)),
    );
    assert.deepEqual(differing, []);
  });

  test(`${name}: every mutation is in the stand-in, and not mocked`, () => {
    const results = resolved.mock;
    const unsupported = everyField.filter((coordinate) =>
      String(results.get(coordinate)).endsWith('is not in the stand-in: nothing was written'),
    );
    assert.deepEqual(unsupported, []);
  });
}
