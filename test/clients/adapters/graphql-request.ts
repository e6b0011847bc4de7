import { ClientError, GraphQLClient } from 'graphql-request';
import { type Client, nameOf, responseFacts } from '../client.ts';

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
  async send({ url, headers, query, variables }) {
    try {
      return { data: await new GraphQLClient(url, { headers }).request(query, variables) };
    } catch (error) {
      if (!(error instanceof ClientError)) return { error: { name: nameOf(error) } };
      const { response } = error;
      const code = response.errors?.[0]?.extensions?.['code'];
      return { data: response.data, error: { name: nameOf(error), code, ...responseFacts(response as never) } };
    }
  },
};
