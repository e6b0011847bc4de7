import type { ControlledInstance } from '../controlled-instance.ts';
import { ProblemError } from '../problem.ts';
import type { ExchangeDetails } from '../requests/exchange-details.ts';
import type { RequestFilter } from '../requests/request-filter.ts';
import { sendEvents } from '../requests/send-events.ts';
import type { Handler } from './admin-request.ts';
import { notFound } from './not-found.ts';

const readDetails = ({ requests }: ControlledInstance, id: string): ExchangeDetails =>
  requests.details(Number(id)) ?? notFound('request', id, 'id');

/** The handlers of the operations on the journal of requests. */
export const requestHandlers = {
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
  streamRequests: async ({ findInstance, ctx }) => sendEvents(ctx, (await findInstance()).requests),
} satisfies Record<string, Handler>;
