import type { World } from '../world.ts';
import { ProblemError } from '../problem.ts';
import type { ExchangeDetails } from './request-schemas.ts';
import { sendEvents } from '../requests/send-events.ts';
import type { Handlers } from './admin-request.ts';
import { notFound } from './not-found.ts';
import type { requestOperations } from './request-operations.ts';

const readDetails = ({ requests }: World, id: string): ExchangeDetails =>
  requests.details(Number(id)) ?? notFound('request', id, 'id');

/** The handlers of the operations on recorded requests. */
export const requestHandlers: Handlers<keyof typeof requestOperations> = {
  listRequests: async ({ findWorld }) => ({ requests: (await findWorld()).requests.find() }),
  readRequest: async (request) => readDetails(await request.findWorld(), request.params.id),
  async draftCase({ server, findWorld, params: { id } }) {
    const world = await findWorld();
    return server.draftCase(readDetails(world, id), world);
  },
  findRequests: async ({ findWorld, body }) => ({
    requests: (await findWorld()).requests.find(body),
  }),
  countRequests: async ({ findWorld, body }) => ({
    count: (await findWorld()).requests.count(body),
  }),
  async waitForRequests({ findWorld, ctx, body: { count = 1, timeoutMs = 2000, ...filter } }) {
    const { requests } = await findWorld();
    const client = new AbortController();
    ctx.res.once('close', () => client.abort(new ProblemError(408, 'The client disconnected.')));
    return {
      requests: await requests.wait(filter, count, timeoutMs, client.signal),
    };
  },
  deleteRequests: async ({ findWorld }) => (await findWorld()).requests.clear(),
  streamRequests: async ({ findWorld, ctx }) => sendEvents(ctx, (await findWorld()).requests),
};
