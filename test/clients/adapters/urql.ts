import { Client as UrqlClient, type CombinedError, fetchExchange } from '@urql/core';
import { type Client, nameOf, responseFacts } from '../client.ts';

export const urql: Client = {
  name: 'urql',
  headers: {
    accept:
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    'content-type': 'application/json',
  },
  reports: {
    fieldError: { error: 'CombinedError', shows: ['data', 'code', 'status'] },
    // An error whose message is not a string is replaced by one without a code, whose message is the original error.
    listMessage: { error: 'CombinedError', shows: ['data', 'status'] },
    noData: { error: 'CombinedError', shows: ['data', 'code', 'status'] },
    unavailable: { error: 'CombinedError', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'CombinedError', shows: [] },
    cutResponse: { error: 'CombinedError', shows: ['status'] },
  },
  async send({ url, headers, query, variables, name }) {
    // By default, urql sends short queries with GET.
    const client = new UrqlClient({
      url,
      exchanges: [fetchExchange],
      fetchOptions: { headers },
      preferGetMethod: false,
    });
    const send = name === 'meeting' ? client.query : client.mutation;
    const { data, error } = await send.call(client, query, variables).toPromise();
    return error ? { data, error: seen(error) } : { data };
  },
};

/** What a user of urql sees of an error. */
export const seen = (error: CombinedError) => ({
  name: nameOf(error),
  message: error.message,
  code: error.graphQLErrors[0]?.extensions['code'],
  ...responseFacts(error.response as Response | undefined),
});
