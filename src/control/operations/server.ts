import { setTimeout } from 'node:timers/promises';
import { printSchema } from 'graphql';
import { describeSchema } from '../../graphql/descriptions.ts';
import { kindNames } from '../../records/kinds.ts';
import { createOpenApi } from '../api/openapi.ts';
import { operation } from '../api/operation.ts';
import {
  type Schema,
  type Static,
  boolean,
  choice,
  constant,
  list,
  mapOf,
  named,
  natural,
  number,
  object,
  optional,
  recordId,
  string,
  textOrNull,
} from '../api/schema.ts';
import { createExamples, exampleSchema } from '../examples.ts';
import type { World } from '../world.ts';

const identityMembers = {
  version: string,
  dialect: string,
  schema: optional({ ...string, description: 'the schema of the town that is laid over the dialect' }),
  world: string,
};
const identitySchema = object(identityMembers);
const user = object({
  id: recordId,
  name: string,
  nickname: string,
  admin: boolean,
  token: { ...textOrNull, description: 'the fixed token of the world' },
});
const stateMembers = {
  store: {
    ...choice('ok', 'unavailable'),
    description: 'unavailable if the records cannot be written, or a database has not answered within half a second',
  },
};
const readyQuery = object(
  {
    ready: optional({ ...choice('', 'true'), description: 'makes the status 503 while the store is unavailable' }),
  },
  { additionalProperties: true },
);
const openApi: Schema<object> = { type: 'object', required: ['openapi', 'paths', 'components'] };

/** What a server says about itself. */
export type Identity = Static<typeof identitySchema>;
/** A user of the API, with the fixed token of the world if there is one. */
export type ListedUser = Static<typeof user>;

// A check that waits longer takes the server for dead.
const probeMs = 500;

/** Says whether the store can be used. With `ready`, waits for it. Rejects with a StorageError then, if it cannot. */
async function probeStore(
  { store }: World,
  { ready }: Static<typeof readyQuery>,
): Promise<{ store: 'ok' | 'unavailable' }> {
  const probe = store.probe();
  if (ready !== undefined) await probe;
  const isUsable = probe.then(
    () => true,
    () => false,
  );
  return { store: (await Promise.race([isUsable, setTimeout(probeMs, false, { ref: false })])) ? 'ok' : 'unavailable' };
}

const printSdl = ({ schema }: World): string => printSchema(describeSchema(schema));

export const serverOperations = {
  identify: operation({
    endpoint: 'GET /',
    summary:
      'Says which server this is: name, version, dialect, world, its time; and the state of its store. Needs no token.',
    hasNoWorld: true,
    needsNoStore: true,
    query: readyQuery,
    response: object({
      name: constant('plenum'),
      ...identityMembers,
      time: { ...string, description: 'what the clock of the world shows' },
      ...stateMembers,
    }),
    run: async ({ server, world, query }) => ({
      name: 'plenum' as const,
      ...server.identity,
      time: new Date(world.clock.now()).toISOString(),
      ...(await probeStore(world, query)),
    }),
  }),
  describeApi: operation({
    endpoint: 'GET /__admin/openapi.json',
    summary: 'Returns the OpenAPI file.',
    hasNoWorld: true,
    response: openApi,
    run: ({ server, operations }) => createOpenApi(operations, server.identity.version),
  }),
  readHealth: operation({
    endpoint: 'GET /__admin/health',
    summary: 'Says that the server runs: version, dialect, world, state of the store, uptime, number of records.',
    needsNoStore: true,
    query: readyQuery,
    response: object({
      ...identityMembers,
      ...stateMembers,
      uptime: { ...number, description: 'seconds since the start' },
      records: mapOf(natural, { description: 'the number of records by kind' }),
    }),
    run: async ({ server, world, query }) => ({
      ...server.identity,
      ...(await probeStore(world, query)),
      uptime: (performance.now() - server.startedAt) / 1000,
      records: Object.fromEntries(kindNames.map((kind) => [kind, world.store.all(kind).length])),
    }),
  }),
  listUsers: operation({
    endpoint: 'GET /__admin/users',
    summary: 'Lists the users that can sign in or have a fixed token.',
    response: object({ users: list(user) }),
    run: ({ world }) => ({
      users: world.store
        .all('users')
        .filter(({ token, key }) => token ?? key)
        .map(({ id, name, nickname, admin, token }) => ({ id, name, nickname, admin, token })),
    }),
  }),
  listExamples: operation({
    endpoint: 'GET /__admin/examples',
    summary: 'Lists GraphQL requests that fit the dialect and the world: name, user, query, variables.',
    response: object({ examples: list(named('Example', exampleSchema)) }),
    run: ({ world: { store, schema } }) => ({ examples: createExamples(store, schema) }),
  }),
  readSchema: operation({
    endpoint: 'GET /__admin/schema',
    summary: 'Returns the schema of the API in JSON: `{ "sdl": "…" }`.',
    response: object({ sdl: string }),
    run: ({ world }) => ({ sdl: printSdl(world) }),
  }),
  readSdl: operation({
    endpoint: 'GET /__admin/schema.graphql',
    summary:
      'Returns the schema of the API as SDL, for code generators. Introspection of Decidim needs an administrator.',
    mediaType: 'text/plain',
    run: ({ world }) => ({
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: `${printSdl(world)}\n`,
    }),
  }),
};
