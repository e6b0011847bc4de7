import type { Operation } from './operation.ts';

/** The operations on recorded requests, by their ids. */
export const requestOperations = {
  listRequests: {
    endpoint: 'GET /__admin/requests',
    summary: 'Lists the last requests, newest last.',
    response: 'ExchangeList',
  },
  readRequest: {
    endpoint: 'GET /__admin/requests/{id}',
    summary: 'Returns the whole of a request and of its response.',
    response: 'ExchangeDetails',
  },
  draftCase: {
    endpoint: 'GET /__admin/requests/{id}/case',
    summary: 'Turns a request into the draft of a conformance case.',
    response: 'DraftCase',
  },
  findRequests: {
    endpoint: 'POST /__admin/requests/find',
    summary: 'Finds requests.',
    body: 'RequestFilter',
    response: 'ExchangeList',
  },
  countRequests: {
    endpoint: 'POST /__admin/requests/count',
    summary: 'Counts requests.',
    body: 'RequestFilter',
    response: 'Count',
  },
  waitForRequests: {
    endpoint: 'POST /__admin/requests/wait',
    summary: 'Waits for requests; those so far count.',
    body: 'RequestWait',
    response: 'ExchangeList',
  },
  deleteRequests: {
    endpoint: 'DELETE /__admin/requests',
    summary: 'Forgets all requests so far.',
  },
  streamRequests: {
    endpoint: 'GET /__admin/events',
    summary: 'Sends each request from now on as a server-sent event.',
    response: 'ServerSentEvents',
    mediaType: 'text/event-stream',
  },
} as const satisfies Record<string, Operation>;
