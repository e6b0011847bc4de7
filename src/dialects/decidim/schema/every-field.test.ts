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
  throw new SimulatedServerError('who walks writes nothing');
};
const meeting = store.find('meetings', 3)!;
const component = (id: number) => store.find('components', id)!;
const page = (kind: 'meetings' | 'proposals' | 'results' | 'budgets') => ({
  records: store.all(kind),
  pagination: {},
  maxPageSize: 50,
});
const proposal = { ...store.find('proposals', 1)!, state: 'accepted' as const, answeredAt: store.now() };

/** A source for each type that the store backs; every other type is walked as what is filled. */
const backed: Record<string, unknown> = {
  Accountability: component(4),
  Budget: store.find('budgets', 1),
  BudgetConnection: page('budgets'),
  Budgets: component(10),
  Coordinates: { latitude: 1, longitude: 2 },
  Meeting: { ...meeting, onlineMeetingUrl: 'https://example.org' },
  MeetingConnection: page('meetings'),
  MeetingMutation: meeting,
  Meetings: component(2),
  MeetingsMutation: component(2),
  Organization: store.organization,
  PageConnection: { records: [], pagination: {}, maxPageSize: 50 },
  Pages: component(6),
  ParticipatoryProcess: store.find('processes', 1),
  ParticipatorySpace: store.find('processes', 1),
  Project: store.find('projects', 1),
  Proposal: proposal,
  ProposalConnection: page('proposals'),
  ProposalMutation: proposal,
  Proposals: component(1),
  ProposalsMutation: component(1),
  Result: store.find('results', 1),
  ResultConnection: page('results'),
  Session: { user: store.find('users', 1) },
  Statistic: { id: 'users_count', key: 'users_count', value: 1 },
  Status: store.find('statuses', 1),
  Taxonomy: store.find('taxonomies', 2),
  TranslatedField: { en: 'Text' },
  User: store.find('users', 4),
};

/** What has no value of its own in the store, and is filled on a record that it backs. */
const filledOfBacked = ['Statistic.description', 'User.avatarUrl'];

const scalars: Record<string, string> = { Boolean: 'true', DateTime: '"2027-01-01T00:00:00Z"', Float: '1', Int: '1' };

const literal = (type: GraphQLInputType): string => {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return scalars[String(type)] ?? '"1"';
  const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${needed.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
};

/** A document for a field of the probe: its required arguments, and of what it leads to the name of the type. */
function documentFor(type: GraphQLObjectType, name: string): string {
  const field = type.getFields()[name]!;
  const args = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return `{ probe { ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection} } }`;
}

/** What each field of a schema answers, by its coordinate: a value, or the message of its refusal. */
function walk(fill: MockMode): Map<string, unknown> {
  const answers = new Map<string, unknown>();
  const schema = mapSchema(createSchema(fill), {
    [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, unknown>, name, type) => ({
      ...field,
      resolve: (...all) => {
        try {
          const value = field.resolve!(...all) as unknown;
          answers.set(`${type}.${name}`, value);
          return value;
        } catch (error) {
          // Anything but a refusal is a field that nothing answers; an input that was not judged may fail in any way.
          const expected = error instanceof Refusal || error instanceof SimulatedServerError || field.args?.['input'];
          answers.set(`${type}.${name}`, expected ? (error as Error).message : undefined);
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
    durable: undefined,
  };
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  for (const type of types as GraphQLObjectType[]) {
    const source = backed[type.name] ?? { $ref: { typeName: type.name, key: '1' } };
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
  return answers;
}

const everyField = Object.values(createSchema('empty').getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => Object.keys((type as GraphQLObjectType).getFields()).map((field) => `${type.name}.${field}`));

for (const fill of ['mock', 'empty'] as const) {
  test(`every field of every type is answered by a record, a resolver or the fill: ${fill}`, () => {
    const answers = walk(fill);
    assert.deepEqual([...answers.keys()].toSorted(), everyField.toSorted());
    assert.deepEqual(
      [...answers].filter(([, value]) => value === undefined).map(([place]) => place),
      [],
    );
  });
}

test('what the store backs is not filled, but for the listed fields', () => {
  const [made, smallest] = [walk('mock'), walk('empty')];
  const differing = everyField.filter(
    (place) =>
      Object.hasOwn(backed, place.split('.')[0]!) &&
      JSON.stringify(made.get(place)) !== JSON.stringify(smallest.get(place)),
  );
  assert.deepEqual(differing, filledOfBacked);
});

test('a mutation is not filled', () => {
  const answers = walk('mock');
  const open = everyField.filter((place) =>
    String(answers.get(place)).endsWith('is not in the stand-in: nothing was written'),
  );
  assert.deepEqual(open, [
    'CommentMutation.downVote',
    'CommentMutation.upVote',
    'CommentableMutation.addComment',
    'DebateMutation.close',
    'DebateMutation.update',
    'DebatesMutation.createDebate',
    'DebatesMutation.debate',
    'ProposalMutation.unvote',
    'ProposalMutation.vote',
  ]);
});
