import { ApolloClient, ApolloError, HttpLink, InMemoryCache, gql } from 'apollo-client-3/core/index.js';
import { type Client, type Outcome, nameOf, responseFacts } from '../client.ts';

export const apolloClient3: Client = {
  name: 'Apollo Client 3',
  headers: { accept: '*/*', 'content-type': 'application/json' },
  reports: {
    fieldError: { error: 'ApolloError', shows: ['code'] },
    listMessage: { error: 'ApolloError', shows: ['code'] },
    noData: { error: 'ApolloError', shows: ['code'] },
    unavailable: { error: 'ApolloError', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'ApolloError', shows: [] },
    cutResponse: { error: 'ApolloError', shows: [] },
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

/** What a user of Apollo Client 3 sees of a result. */
export async function outcomeOf(send: () => Promise<{ data?: unknown }>): Promise<Outcome> {
  try {
    return { data: (await send()).data };
  } catch (error) {
    if (!(error instanceof ApolloError)) return { error: { name: nameOf(error) } };
    const { message, graphQLErrors, networkError } = error;
    const response = networkError && 'response' in networkError ? networkError.response : undefined;
    const code = graphQLErrors[0]?.extensions?.['code'];
    return { error: { name: 'ApolloError', message, code, ...responseFacts(response) } };
  }
}
