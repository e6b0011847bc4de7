import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError, gql } from '@apollo/client';
import { type Client, type Outcome, nameOf, responseFacts } from '../client.ts';

export const apolloClient4: Client = {
  name: 'Apollo Client 4',
  headers: { accept: 'application/graphql-response+json,application/json;q=0.9', 'content-type': 'application/json' },
  reports: {
    fieldError: { error: 'CombinedGraphQLErrors', shows: ['data', 'code'] },
    listMessage: { error: 'CombinedGraphQLErrors', shows: ['data', 'code'] },
    noData: { error: 'CombinedGraphQLErrors', shows: ['data', 'code'] },
    unavailable: { error: 'ServerError', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'TypeError', shows: [] },
    cutResponse: { error: 'TypeError', shows: [] },
  },
  send: ({ url, headers, query, variables, name }) =>
    outcomeOf(async () => {
      const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
      const document = gql(query);
      return name === 'meeting'
        ? await client.query({ query: document, variables })
        : await client.mutate({ mutation: document, variables });
    }),
};

/** What a user of Apollo Client 4 sees of a result. */
export async function outcomeOf(send: () => Promise<{ data?: unknown }>): Promise<Outcome> {
  try {
    return { data: (await send()).data };
  } catch (error) {
    const facts = { name: nameOf(error), message: (error as Error).message };
    if (CombinedGraphQLErrors.is(error))
      return { data: error.data, error: { ...facts, code: error.errors[0]?.extensions?.['code'] } };
    return { error: { ...facts, ...(ServerError.is(error) && responseFacts(error.response)) } };
  }
}
