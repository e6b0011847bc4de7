import { ClientError, GraphQLClient } from 'graphql-request';
import { type Client, type Outcome, nameOf, responseFacts } from '../client.ts';

export const graphqlRequest: Client = {
  name: 'graphql-request',
  headers: { accept: 'application/graphql-response+json, application/json', 'content-type': 'application/json' },
  reports: {
    fieldError: { error: 'ClientError', shows: ['data', 'code', 'status'] },
    listMessage: { error: 'ClientError', shows: ['data', 'code', 'status'] },
    noData: { error: 'ClientError', shows: ['data', 'code', 'status'] },
    unavailable: { error: 'ClientError', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'TypeError', shows: [] },
    cutResponse: { error: 'TypeError', shows: [] },
  },
  send: ({ url, headers, query, variables }) =>
    outcomeOf(() => new GraphQLClient(url, { headers }).request(query, variables)),
};

/** What a user of graphql-request sees of a request. */
export async function outcomeOf(send: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { data: await send() };
  } catch (error) {
    if (!(error instanceof ClientError)) return { error: { name: nameOf(error), message: (error as Error).message } };
    const { message, response } = error;
    const code = response.errors?.[0]?.extensions?.['code'];
    return { data: response.data, error: { name: nameOf(error), message, code, ...responseFacts(response as never) } };
  }
}
