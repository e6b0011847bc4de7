import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLError,
  type GraphQLSchema,
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { decidimServerDialect } from '../../test/support/dialects.ts';
import { createMemoryStore } from '../../test/support/stores.ts';
import { startTestServer } from '../../test/support/test-server.ts';
import { townWorld } from '../../test/support/town-server.ts';
import { releases } from '../dialects/decidim/releases.ts';
import { createDecidimServerDialect } from '../dialects/decidim/server.ts';
import { classNameOf } from '../dialects/decidim/record-types.ts';
import { serverDialect as specification } from '../dialects/specification.ts';
import { SimulatedServerError } from '../errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { applyVisibility } from '../graphql/visibility.ts';
import { kindNames, referenceFields } from '../records/kinds.ts';
import type { Kind } from '../records/records.ts';

type AnyRecord = Record<string, unknown> & { id: number };
type Actor = 'anonymous' | 'member' | 'administrator';

/** Components whose space is restricted, and one that is not published. */
const restrictedComponents = new Set([11, 12, 21]);
const unpublishedComponent = 10;

/** The records of the town that others than administrators may not see, and those that nobody may see. */
const secrets: Partial<Record<Kind, { ofAdministrators?: number[]; ofNobody?: number[] }>> = {
  // The member robot belongs to the restricted process 2, but not to assembly 4.
  assemblies: { ofAdministrators: [4] },
  comments: { ofNobody: [15, 16] },
  components: { ofAdministrators: [...restrictedComponents, unpublishedComponent] },
  debates: { ofAdministrators: [5] },
  meetings: { ofAdministrators: [8, 9], ofNobody: [12] },
  posts: { ofAdministrators: [7] },
  processes: { ofAdministrators: [4] },
  proposals: { ofAdministrators: [25, 26], ofNobody: [9, 10] },
  results: { ofNobody: [10] },
  users: { ofNobody: [16, 17, 19] },
};

/** Fields that say where a record is, what is hidden, and who belongs to a space. */
const places = new Set([
  'agendaId',
  'assemblyId',
  'budgetId',
  'commentable',
  'componentId',
  'meetingId',
  'processId',
  'reportable',
  'space',
]);

const isOpen = (kind: Kind, { id, componentId }: AnyRecord) =>
  ![...(secrets[kind]?.ofAdministrators ?? []), ...(secrets[kind]?.ofNobody ?? [])].includes(id) &&
  !restrictedComponents.has(componentId as number) &&
  componentId !== unpublishedComponent;

/** A store of the town in which every field that can refer to a secret record does, in a record that everybody may see. */
function createStore() {
  const store = createMemoryStore(townWorld);
  store.update((transaction) => {
    for (const kind of kindNames)
      for (const { name, kinds } of referenceFields(kind)) {
        if (name.includes('.') || (places.has(name) && !(kind === 'proposals' && name === 'meetingId'))) continue;
        const targets = kinds.flatMap((target) =>
          [...(secrets[target]?.ofAdministrators ?? []), ...(secrets[target]?.ofNobody ?? [])].map((id) => ({
            target,
            id,
          })),
        );
        const records = (transaction.tables.all(kind) as unknown as AnyRecord[]).filter((each) => isOpen(kind, each));
        for (const [index, { target, id }] of targets.entries()) {
          const record = records[index];
          if (!record) break;
          const isList = name.endsWith('Ids');
          const value = kinds.length > 1 ? `${target}/${id}` : id;
          transaction.put(kind, { ...transaction.find(kind, record.id), [name]: isList ? [value] : value } as never);
        }
      }
  });
  return store;
}

/** The values of arguments: every id of the town, and every class of a record. */
const argumentsOf = (names: string[]): Record<string, unknown>[] => {
  const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
  if (names.includes('type'))
    return (['proposals', 'meetings', 'debates', 'posts', 'results', 'comments'] as const).flatMap((kind) =>
      ids.map((id) => ({ id, type: classNameOf(kind), locale: 'en' })),
    );
  return names.includes('id') ? ids.map((id) => ({ id })) : [names.includes('locale') ? { locale: 'en' } : {}];
};

/** Follows every field from the root of the queries, and returns the records that an actor reaches, as `Type/id` with the coordinates of the fields that led there. */
function crawl(schema: GraphQLSchema, context: RequestContext): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>();
  const seen = new Set<unknown>();
  const visit = (type: GraphQLObjectType, source: unknown, path: string): void => {
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (!isObjectType(named) && !isAbstractType(named)) continue;
      const names = field.args.filter((arg) => isNonNullType(arg.type) || arg.name === 'id').map(({ name }) => name);
      for (const args of argumentsOf(names)) {
        const info = {
          schema,
          fieldName: field.name,
          parentType: type,
          fieldNodes: [],
        } as unknown as GraphQLResolveInfo;
        let value: unknown;
        try {
          value = (field.resolve ?? defaultFieldResolver)(source, args, context, info);
        } catch (error) {
          assert.ok(
            error instanceof GraphQLError || error instanceof SimulatedServerError,
            `${path}.${field.name}: ${error}`,
          );
          continue;
        }
        for (const each of [value].flat()) {
          if (typeof each !== 'object' || each === null || each instanceof Error || '$ref' in each) continue;
          const object = isAbstractType(named)
            ? (schema.getType(
                (each as { __typename?: string }).__typename ??
                  (named.resolveType!(each, context, info, named) as string),
              ) as GraphQLObjectType)
            : named;
          const { id } = each as { id?: unknown };
          const place = `${path}.${field.name}`;
          // A page, a statistic and the like are the same wherever they are.
          const key = typeof id === 'number' ? `${object.name}/${id}` : `${object.name} of ${place}`;
          if (typeof id === 'number')
            reached.set(key, (reached.get(key) ?? new Set()).add(`${type.name}.${field.name}`));
          if (seen.has(key) || place.length > 400) continue;
          seen.add(key);
          visit(object, each, place);
        }
      }
    }
  };
  visit(schema.getQueryType()!, undefined, 'Query');
  return reached;
}

const typesOf: Partial<Record<Kind, string[]>> = {
  assemblies: ['Assembly', 'ParticipatorySpace'],
  comments: ['Comment'],
  components: ['Blogs', 'Debates', 'Meetings', 'Proposals'],
  debates: ['Debate'],
  meetings: ['Meeting'],
  posts: ['Post'],
  processes: ['ParticipatoryProcess'],
  proposals: ['Proposal'],
  results: ['Result'],
  users: ['User'],
};

const dialects = [
  ['specification', specification] as const,
  ...releases.map((release) => [release.name, createDecidimServerDialect(release)] as const),
];
for (const [name, { createSchema, visibility, behavior }] of dialects)
  test(`${name}: no path of the schema leads to a record that the viewer may not see`, () => {
    const schema = applyVisibility(createSchema('empty'), visibility);
    const store = createStore();
    const viewers = { anonymous: null, member: store.get('users', 2), administrator: store.get('users', 1) };
    for (const actor of Object.keys(viewers) as Actor[]) {
      const context: RequestContext = { viewer: viewers[actor], store, behavior, origin: 'http://localhost' };
      const reached = crawl(schema, context);
      assert.ok(reached.size > 30, `${reached.size} records`);
      for (const [kind, { ofAdministrators = [], ofNobody = [] }] of Object.entries(secrets))
        for (const type of typesOf[kind as Kind]!)
          for (const id of [...(actor === 'administrator' ? [] : ofAdministrators), ...ofNobody])
            assert.deepEqual([...(reached.get(`${type}/${id}`) ?? [])], [], `${actor}: ${type} ${id}`);
    }
  });

// What the platform answered to these reads when the records of the town were changed in this way.
const refusedReads: [string, string, Actor[]][] = [
  ['a hidden meeting', 'component(id: 2) { ... on Meetings { found: meeting(id: 1) { id } } }', ['administrator']],
  ['a hidden debate', 'component(id: 5) { ... on Debates { found: debate(id: 1) { id } } }', []],
  ['a hidden post', 'component(id: 6) { ... on Blogs { found: post(id: 1) { id } } }', []],
  [
    'the meeting of a proposal',
    'component(id: 1) { ... on Proposals { proposal(id: 12) { found: meeting { id } } } }',
    ['administrator'],
  ],
];
for (const [name, query, sees] of refusedReads)
  test(`decidim-0.32: ${name} is shown to ${sees.join(', ') || 'nobody'}`, async (t) => {
    const { send, store } = await startTestServer(t, {
      dialect: decidimServerDialect,
      store: createMemoryStore(townWorld),
    });
    const now = store.now();
    store.update((transaction) => {
      for (const reportable of ['meetings/1', 'debates/1', 'posts/1'] as const)
        transaction.create('moderations', { reportable, reportedContent: '', hiddenAt: now });
    });
    const actors = { anonymous: 'anonymous', member: 'member', administrator: 'admin' } as const;
    for (const [actor, token] of Object.entries(actors)) {
      const { data, errors } = await send(`{ ${query} }`, {}, token);
      const isShown = JSON.stringify(data).includes('"found":{"id":"1"}');
      assert.equal(isShown, sees.includes(actor as Actor), actor);
      if (!isShown) assert.equal(errors?.[0]?.extensions.code, 'UNAUTHORIZED_OBJECT_ERROR', actor);
    }
  });

test('a type of records without a rule stops the start', () => {
  const { visible: rules, ...rest } = specification.visibility;
  const { Meeting: _, ...others } = rules;
  assert.throws(
    () => applyVisibility(specification.createSchema('mock'), { visible: others, ...rest }),
    /nothing says who may see the records of Meeting/,
  );
});
