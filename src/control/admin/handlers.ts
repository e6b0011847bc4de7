import { printSchema } from 'graphql';
import { describeSchema } from '../../graphql/descriptions.ts';
import { type WorldKind, kindNames } from '../../records/kinds.ts';
import { advanceClock, describeClock, setClock } from '../clock-changes.ts';
import { ProblemError } from '../problem.ts';
import { createExamples } from '../examples/examples.ts';
import { createRecordQuery } from '../examples/record-query.ts';
import { listUsers } from '../list-users.ts';
import { fieldCoordinates } from '../faults/known-names.ts';
import { readStoredFile, sendContent } from '../../server/http/stored-file.ts';
import { describeKind, findRecordFile, listRecords, readRecord } from '../records/list-records.ts';
import type { World } from '../world.ts';
import { exportWorld, importWorld, saveWorld } from '../world-files.ts';
import type { Handlers } from './admin-request.ts';
import { notFound } from './not-found.ts';
import { createOpenApi } from './openapi.ts';
import { requestHandlers } from './request-handlers.ts';

const printSdl = ({ schema }: World): string => printSchema(describeSchema(schema));

/** The handler of every operation. */
export const handlers: Handlers = {
  identify: ({ server: { identity } }) => ({ name: 'plenum', ...identity }),
  describeApi: ({ server: { identity } }) => createOpenApi(identity.version),
  async readHealth({ server: { identity, startedAt }, findWorldOrOwn }) {
    const { store } = await findWorldOrOwn();
    const records = Object.fromEntries(kindNames.map((kind) => [kind, store.all(kind).length]));
    const uptime = (performance.now() - startedAt) / 1000;
    return { ...identity, uptime, records };
  },
  listUsers: async ({ findWorld }) => ({ users: listUsers((await findWorld()).store) }),
  async listExamples({ findWorld }) {
    const { store, schema } = await findWorld();
    return { examples: createExamples(store, schema) };
  },
  readSchema: async ({ findWorldOrOwn }) => ({ sdl: printSdl(await findWorldOrOwn()) }),
  async readSdl({ ctx, findWorldOrOwn }) {
    ctx.body = `${printSdl(await findWorldOrOwn())}\n`;
    ctx.type = 'text';
  },

  listCoordinates: async ({ findWorldOrOwn }) => ({ coordinates: fieldCoordinates((await findWorldOrOwn()).schema) }),

  listSessions: ({ server }) => ({ sessions: server.sessions.names.map((name) => ({ name })) }),
  async createSession({ server, params: { name }, body: { from }, findWorldOrOwn }) {
    const state = from === undefined ? undefined : (await findWorldOrOwn()).snapshots.find(from);
    if (from !== undefined && !state)
      throw new ProblemError(400, `There is no snapshot ${JSON.stringify(from)}.`, 'from');
    await server.sessions.create(name, state);
    return { name };
  },
  deleteSession({ server, params: { name } }) {
    if (!server.sessions.delete(name)) notFound('session', name, 'name');
  },

  reset: async ({ findWorld }) => (await findWorld()).reset(),
  listSnapshots: async ({ findWorld }) => ({ snapshots: (await findWorld()).snapshots.list() }),
  takeSnapshot: async ({ findWorld, params }) => (await findWorld()).snapshots.take(params.name),
  restoreSnapshot: async ({ findWorld, params }) => (await findWorld()).snapshots.restore(params.name),
  deleteSnapshot: async ({ findWorld, params }) => (await findWorld()).snapshots.delete(params.name),
  exportState: async ({ findWorld }) => exportWorld(await findWorld()),
  saveState: async ({ findWorld, body: { folder } }) => saveWorld(await findWorld(), folder),
  importState: async ({ findWorld, body }) => importWorld(await findWorld(), body),

  describeKind: async ({ findWorld, params }) => describeKind((await findWorld()).store, params.kind),
  async readFile({ ctx, findWorld, params: { kind, id, field } }) {
    const { store, filesFolder } = await findWorld();
    const content = await readStoredFile(findRecordFile(store, kind, id, field), filesFolder);
    sendContent(ctx, content ?? notFound('file', `${kind}/${id}/${field}`, 'field'));
  },
  listRecords: async ({ findWorld, params, query }) => listRecords((await findWorld()).store, params.kind, query),
  readRecord: async ({ findWorld, params }) => readRecord((await findWorld()).store, params.kind, params.id),

  createRecord: async ({ findWorld, params: { kind }, body }) =>
    (await findWorld()).records.create(kind as WorldKind, body),
  findRecords: async ({ findWorld, params: { kind }, body }) => ({
    records: await (await findWorld()).records.find(kind as WorldKind, body),
  }),
  updateRecord: async ({ findWorld, params: { kind, id }, body }) =>
    (await findWorld()).records.update(kind as WorldKind, id, body),
  deleteRecord: async ({ findWorld, params: { kind, id } }) =>
    (await findWorld()).records.delete(kind as WorldKind, id),
  async createQuery({ findWorld, params: { kind, id } }) {
    const { store, schema } = await findWorld();
    return { query: createRecordQuery(schema, kind, readRecord(store, kind, id).record) };
  },

  createToken: async ({ findWorld, body }) => (await findWorld()).tokens.issue(body),
  listTokens: async ({ findWorld }) => ({ tokens: (await findWorld()).tokens.list() }),
  deleteToken: async ({ findWorld, params }) => (await findWorld()).tokens.revoke(params.id),

  readClock: async ({ findWorld }) => describeClock((await findWorld()).clock),
  async setClock({ findWorld, body }) {
    const { clock } = await findWorld();
    setClock(clock, body);
    return describeClock(clock);
  },
  async advanceClock({ findWorld, body: { by } }) {
    const { clock } = await findWorld();
    advanceClock(clock, by);
    return describeClock(clock);
  },

  addFault: async ({ findWorld, body }) => (await findWorld()).faults.add(body),
  listFaults: async ({ findWorld }) => ({ faults: (await findWorld()).faults.list() }),
  deleteFaults: async ({ findWorld }) => (await findWorld()).faults.clear(),
  async deleteFault({ findWorld, params: { id } }) {
    if (!(await findWorld()).faults.delete(id)) notFound('fault', id, 'id');
  },

  ...requestHandlers,
};
