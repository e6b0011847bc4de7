import { operation } from '../api/operation.ts';
import { notFound } from '../api/problem.ts';
import { list, natural, object } from '../api/schema.ts';
import { draftCase, exchangeDetails, exchangeSchema, requestFilter, requestWait } from '../requests/exchange.ts';
import { eventHeaders, streamEvents } from '../requests/stream-events.ts';
import type { World } from '../world.ts';

const exchangeList = object({ requests: list(exchangeSchema) });

const readDetails = ({ requests }: World, id: string) => requests.details(Number(id)) ?? notFound('request', id, 'id');

/** The operations on recorded requests. */
export const requestOperations = {
  listRequests: operation({
    endpoint: 'GET /__admin/requests',
    summary: 'Lists the last requests, newest last.',
    response: exchangeList,
    run: ({ world }) => ({ requests: world.requests.find() }),
  }),
  readRequest: operation({
    endpoint: 'GET /__admin/requests/{id}',
    summary: 'Returns the whole of a request and of its response.',
    response: exchangeDetails,
    run: ({ world, params: { id } }) => readDetails(world, id),
  }),
  draftCase: operation({
    endpoint: 'GET /__admin/requests/{id}/case',
    summary: 'Turns a request into the draft of a conformance case.',
    response: draftCase,
    run: ({ server, world, params: { id } }) => server.draftCase(readDetails(world, id), world),
  }),
  findRequests: operation({
    endpoint: 'POST /__admin/requests/find',
    summary: 'Finds requests.',
    body: requestFilter,
    response: exchangeList,
    run: ({ world, body }) => ({ requests: world.requests.find(body) }),
  }),
  countRequests: operation({
    endpoint: 'POST /__admin/requests/count',
    summary: 'Counts requests.',
    body: requestFilter,
    response: object({ count: natural }),
    run: ({ world, body }) => ({ count: world.requests.find(body).length }),
  }),
  waitForRequests: operation({
    endpoint: 'POST /__admin/requests/wait',
    summary: 'Waits for requests; those so far count.',
    body: requestWait,
    response: exchangeList,
    run: async ({ world, body: { count, timeoutMs, ...filter }, signal }) => ({
      requests: await world.requests.wait(filter, count, timeoutMs, signal),
    }),
  }),
  deleteRequests: operation({
    endpoint: 'DELETE /__admin/requests',
    summary: 'Forgets all requests so far.',
    run: ({ world }) => world.requests.clear(),
  }),
  streamRequests: operation({
    endpoint: 'GET /__admin/events',
    summary: 'Sends each request from now on as a server-sent event.',
    mediaType: 'text/event-stream',
    run: ({ headers, world }) => ({
      headers: eventHeaders,
      body: streamEvents(world.requests, headers['last-event-id']?.toString()),
    }),
  }),
};
