import { printSchema } from 'graphql';
import { describeSchema } from '../../contract/descriptions.ts';
import { kindNames } from '../../store/kinds.ts';
import { type ClockRequest, advanceClock, describeClock, setClock } from '../clock-changes.ts';
import type { TokenRequest } from '../access-tokens.ts';
import { ProblemError } from '../problem.ts';
import { createExamples } from '../examples/examples.ts';
import { listUsers } from '../list-users.ts';
import { listRecords, readRecord } from '../records/list-records.ts';
import { noShadow } from '../shadow/shadow.ts';
import { type WorldFiles, exportWorld, importWorld } from '../world-files.ts';
import type { Handler } from './admin-request.ts';
import { notFound } from './not-found.ts';
import { createOpenApi } from './openapi.ts';
import type { OperationId } from './operations.ts';
import { requestHandlers } from './request-handlers.ts';

/** The handler of every operation. */
export const handlers: Record<OperationId, Handler> = {
  identify: ({ server: { identity } }) => ({ name: 'plenum', ...identity }),
  describeApi: ({ server: { identity } }) => createOpenApi(identity.version),
  async readHealth({ server: { identity, startedAt }, findInstanceOrOwn }) {
    const { store } = await findInstanceOrOwn();
    const records = Object.fromEntries(kindNames.map((kind) => [kind, store.all(kind).length]));
    const uptime = (performance.now() - startedAt) / 1000;
    const { shared } = store;
    const database = shared && { position: shared.position, problem: shared.problem ?? null };
    return { ...identity, uptime, records, ...(database && { database }) };
  },
  listUsers: async ({ findInstance }) => ({ users: listUsers((await findInstance()).store) }),
  async listExamples({ findInstance }) {
    const { store, schema } = await findInstance();
    return { examples: createExamples(store, schema) };
  },
  readSchema: async ({ findInstanceOrOwn }) => ({
    sdl: printSchema(describeSchema((await findInstanceOrOwn()).schema)),
  }),

  listSessions: ({ server }) => ({ sessions: server.sessions.names.map((name) => ({ name })) }),
  async createSession({ server, params: { name }, body: { from }, findInstanceOrOwn }) {
    const state = from === undefined ? undefined : (await findInstanceOrOwn()).snapshots.find(from as string);
    if (from !== undefined && !state)
      throw new ProblemError(400, `There is no snapshot ${JSON.stringify(from)}.`, 'from');
    await server.sessions.create(name, state);
    return { name };
  },
  deleteSession({ server, params: { name } }) {
    if (!server.sessions.delete(name)) notFound('session', name, 'name');
  },

  reset: async ({ findInstance }) => (await findInstance()).reset(),
  listSnapshots: async ({ findInstance }) => ({ snapshots: (await findInstance()).snapshots.list() }),
  takeSnapshot: async ({ findInstance, params }) => (await findInstance()).snapshots.take(params.name),
  restoreSnapshot: async ({ findInstance, params }) => (await findInstance()).snapshots.restore(params.name),
  deleteSnapshot: async ({ findInstance, params }) => (await findInstance()).snapshots.delete(params.name),
  exportState: async ({ findInstance }) => exportWorld(await findInstance()),
  importState: async ({ findInstance, body }) => importWorld(await findInstance(), body as WorldFiles),

  listRecords: async ({ findInstance, params, query }) => listRecords((await findInstance()).store, params.kind, query),
  readRecord: async ({ findInstance, params }) => readRecord((await findInstance()).store, params.kind, params.id),

  createToken: async ({ findInstance, body }) => (await findInstance()).tokens.issue(body as TokenRequest),
  listTokens: async ({ findInstance }) => ({ tokens: (await findInstance()).tokens.list() }),
  deleteToken: async ({ findInstance, params }) => (await findInstance()).tokens.revoke(params.id),

  readClock: async ({ findInstance }) => describeClock((await findInstance()).clock),
  async setClock({ findInstance, body }) {
    const { clock } = await findInstance();
    setClock(clock, body as ClockRequest);
    return describeClock(clock);
  },
  async advanceClock({ findInstance, body: { by } }) {
    const { clock } = await findInstance();
    advanceClock(clock, by as string);
    return describeClock(clock);
  },

  addFault: async ({ findInstance, body }) => (await findInstance()).faults.add(body),
  listFaults: async ({ findInstance }) => ({ faults: (await findInstance()).faults.list() }),
  async deleteFault({ findInstance, params: { id } }) {
    if (!(await findInstance()).faults.delete(id)) notFound('fault', id, 'id');
  },

  ...requestHandlers,
  readShadow: ({ server: { shadow } }) => shadow?.report() ?? noShadow,
  deleteShadow: ({ server: { shadow } }) => shadow?.clear(),
};
