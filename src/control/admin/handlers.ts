import { printSchema } from 'graphql';
import type { Context } from 'koa';
import { describeSchema } from '../../contract/descriptions.ts';
import { kindNames } from '../../store/kinds.ts';
import { type ClockRequest, advanceClock, describeClock, setClock } from '../clock-changes.ts';
import type { TokenRequest } from '../access-tokens.ts';
import type { ControlledInstance } from '../controlled-instance.ts';
import { ProblemError } from '../problem.ts';
import { createExamples } from '../examples/examples.ts';
import { createExampleRequest } from '../example-request.ts';
import { listUsers } from '../list-users.ts';
import { listRecords, readRecord } from '../records/list-records.ts';
import type { ExchangeDetails } from '../requests/exchange-details.ts';
import type { RequestFilter } from '../requests/request-filter.ts';
import { sendEvents } from '../requests/send-events.ts';
import { type Shadow, noShadow } from '../shadow/shadow.ts';
import type { TestSessions } from '../test-sessions.ts';
import { type WorldFiles, exportWorld, importWorld } from '../world-files.ts';
import { createOpenApi } from './openapi.ts';
import type { OperationId } from './operations.ts';

/** What a server says about itself. */
export interface Identity {
  version: string;
  dialect: string;
  world: string;
}

/** The server that the control API acts on. */
export interface ControlledServer {
  identity: Identity;
  sessions: TestSessions;
  /** Compares the responses with those of a live deployment; undefined if there is none. */
  shadow?: Shadow | undefined;
  /** What `performance.now()` was at the start. */
  startedAt: number;
  /** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
  draftCase(details: ExchangeDetails, instance: ControlledInstance): Promise<object>;
}

/** A valid request to the control API. */
export interface AdminRequest {
  ctx: Context;
  server: ControlledServer;
  /** The parameters of the path. */
  params: Record<'name' | 'kind' | 'id', string>;
  /** The parameters of the query, which follow the schema of the operation. */
  query: object;
  /** A body that follows the schema of the operation. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** Finds the instance that the request acts on. Throws if the server requires a session and the request names none. */
  findInstance(): Promise<ControlledInstance>;
  /** Finds the instance that the request names, or the server's own. */
  findInstanceOrOwn(): Promise<ControlledInstance>;
}

/** Returns the body of the response. */
type Handler = (request: AdminRequest) => unknown;

const notFound = (what: string, id: string, member: string): never => {
  throw new ProblemError(404, `There is no ${what} ${JSON.stringify(id)}.`, member);
};

const readDetails = ({ requests }: ControlledInstance, id: string): ExchangeDetails =>
  requests.details(Number(id)) ?? notFound('request', id, 'id');

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
  readExample: async ({ findInstance }) => ({ example: createExampleRequest((await findInstance()).store) ?? null }),
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

  listRequests: async ({ findInstance }) => ({ requests: (await findInstance()).requests.find() }),
  readRequest: async (request) => readDetails(await request.findInstance(), request.params.id),
  async draftCase({ server, findInstance, params: { id } }) {
    const instance = await findInstance();
    return { case: await server.draftCase(readDetails(instance, id), instance) };
  },
  findRequests: async ({ findInstance, body }) => ({
    requests: (await findInstance()).requests.find(body as RequestFilter),
  }),
  countRequests: async ({ findInstance, body }) => ({
    count: (await findInstance()).requests.count(body as RequestFilter),
  }),
  async waitForRequests({ findInstance, ctx, body: { count = 1, timeoutMs = 2000, ...filter } }) {
    const { requests } = await findInstance();
    const client = new AbortController();
    ctx.res.once('close', () => client.abort(new ProblemError(408, 'The client disconnected.')));
    return {
      requests: await requests.wait(filter as RequestFilter, count as number, timeoutMs as number, client.signal),
    };
  },
  deleteRequests: async ({ findInstance }) => (await findInstance()).requests.clear(),
  readShadow: ({ server: { shadow } }) => shadow?.report() ?? noShadow,
  deleteShadow: ({ server: { shadow } }) => shadow?.clear(),
  streamRequests: async ({ findInstance, ctx }) => sendEvents(ctx, (await findInstance()).requests),
};
