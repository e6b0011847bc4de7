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
import type { RequestContext } from '../../../contract/request-context.ts';
import { SimulatedServerError, Refusal } from '../../../errors.ts';
import { createMemoryStore } from '../../../store/open.ts';
import { demoWorld } from '../../../../test/support/test-server.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { decidimServerDialect } from '../../../../test/support/decidim-dialect.ts';

const { createSchema, behavior } = decidimServerDialect;
const store = createMemoryStore(demoWorld);
store.update = (): never => {
  throw new SimulatedServerError('this test writes nothing');
};
const meeting = store.find('meetings', 3)!;
const component = (id: number) => store.find('components', id)!;
const connectionOf = (kind: 'meetings' | 'proposals' | 'results' | 'budgets') => ({
  records: store.all(kind),
  pagination: {},
  maxPageSize: 50,
});
const proposal = { ...store.find('proposals', 1)!, state: 'accepted' as const, answeredAt: store.now() };

/** A source for each type that the store backs. Other types get a mocked source. */
const backedTypes: Record<string, unknown> = {
  Accountability: component(4),
  Attachment: {
    id: 1,
    attachedTo: 'processes/1',
    title: { en: 'Text' },
    description: { en: 'Text' },
    weight: 1,
    link: 'https://example.org',
    file: null,
    createdAt: '',
    updatedAt: '',
  },
  BadgeScore: { badgeName: 'followers', value: 1 },
  Budget: store.find('budgets', 1),
  BudgetConnection: connectionOf('budgets'),
  Budgets: component(10),
  Coordinates: { latitude: 1, longitude: 2 },
  Meeting: { ...meeting, onlineMeetingUrl: 'https://example.org' },
  MeetingConnection: connectionOf('meetings'),
  MeetingMutation: meeting,
  Meetings: component(2),
  MeetingsMutation: component(2),
  Milestone: {
    id: 1,
    resultId: 1,
    title: { en: 'Text' },
    description: null,
    entryDate: '2027-01-01',
    changes: 0,
    createdAt: '',
    updatedAt: '',
  },
  Moderation: {
    id: 1,
    reportable: 'proposals/1',
    reportedContent: '',
    hiddenAt: null,
    createdAt: '',
    updatedAt: '',
  },
  Organization: store.organization,
  PageConnection: { records: [], pagination: {}, maxPageSize: 50 },
  Pages: component(6),
  ParticipatoryProcess: store.find('processes', 1),
  ParticipatorySpace: store.find('processes', 1),
  Project: store.find('projects', 1),
  Proposal: proposal,
  ProposalConnection: connectionOf('proposals'),
  ProposalMutation: proposal,
  Proposals: component(1),
  ProposalsMutation: component(1),
  Result: store.find('results', 1),
  ResultConnection: connectionOf('results'),
  Session: { user: store.find('users', 1) },
  Statistic: { id: 'users_count', key: 'users_count', value: 1 },
  Status: store.find('statuses', 1),
  Taxonomy: store.find('taxonomies', 2),
  TranslatedField: { en: 'Text' },
  User: store.find('users', 4),
  UserModeration: { id: 1, userId: 4, createdAt: '', updatedAt: '' },
};

/** The mocked fields of types that the store backs. */
const mockedFields = ['Statistic.description'];

const scalars: Record<string, string> = { Boolean: 'true', DateTime: '"2027-01-01T00:00:00Z"', Float: '1', Int: '1' };

const literal = (type: GraphQLInputType): string => {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return scalars[String(type)] ?? '"1"';
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
};

/** A query for a field of `probe`, with the required arguments, and `__typename` as the selection. */
function documentFor(type: GraphQLObjectType, name: string): string {
  const field = type.getFields()[name]!;
  const args = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return `{ probe { ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection} } }`;
}

/** Resolves every field of a schema. Returns the values, or the messages of expected errors, by coordinate. */
function resolveAllFields(mockMode: MockMode): Map<string, unknown> {
  const results = new Map<string, unknown>();
  const schema = mapSchema(createSchema(mockMode), {
    [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, unknown>, name, type) => ({
      ...field,
      resolve: (...all) => {
        try {
          const value = field.resolve!(...all) as unknown;
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
  for (const type of types as GraphQLObjectType[]) {
    const source = backedTypes[type.name] ?? { $ref: { typeName: type.name, key: '1' } };
    const probe = new GraphQLObjectType({ name: 'Probe', fields: { probe: { type, resolve: () => source } } });
    const probed = new GraphQLSchema({
      ...schema.toConfig(),
      query: probe,
      mutation: null,
      types: [...schema.toConfig().types],
    });
    for (const name of Object.keys(type.getFields())) {
      void execute({ schema: probed, document: parse(documentFor(type, name)), contextValue });
    }
  }
  return results;
}

const everyField = Object.values(createSchema('empty').getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => Object.keys((type as GraphQLObjectType).getFields()).map((field) => `${type.name}.${field}`));

for (const mockMode of ['mock', 'empty'] as const) {
  test(`every field of every type has a value from a record, a resolver or a mock, in the mode ${mockMode}`, () => {
    const results = resolveAllFields(mockMode);
    assert.deepEqual([...results.keys()].toSorted(), everyField.toSorted());
    assert.deepEqual(
      [...results].filter(([, value]) => value === undefined).map(([coordinate]) => coordinate),
      [],
    );
  });
}

test('fields of types that the store backs are not mocked, except for the listed fields', () => {
  const [mocked, empty] = [resolveAllFields('mock'), resolveAllFields('empty')];
  const differing = everyField.filter(
    (coordinate) =>
      Object.hasOwn(backedTypes, coordinate.split('.')[0]!) &&
      JSON.stringify(mocked.get(coordinate)) !== JSON.stringify(empty.get(coordinate)),
  );
  assert.deepEqual(differing, mockedFields);
});

test('mutations are not mocked', () => {
  const results = resolveAllFields('mock');
  const unsupported = everyField.filter((coordinate) =>
    String(results.get(coordinate)).endsWith('is not in the stand-in: nothing was written'),
  );
  assert.deepEqual(unsupported, [
    'CommentMutation.downVote',
    'CommentMutation.upVote',
    'CommentableMutation.addComment',
    'DebateMutation.close',
    'DebateMutation.update',
    'DebatesMutation.createDebate',
    'DebatesMutation.debate',
  ]);
});
