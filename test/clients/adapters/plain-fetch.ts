import { type Client, nameOf, responseFacts } from '../client.ts';

/** The `fetch` of Node.js and browsers. */
export const plainFetch: Client = {
  name: 'fetch',
  headers: { accept: 'application/graphql-response+json, application/json;q=0.9', 'content-type': 'application/json' },
  reports: {
    fieldError: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    listMessage: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    noData: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    unavailable: { error: 'Response', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'TypeError', shows: [] },
    cutResponse: { error: 'TypeError', shows: [] },
  },
  async send({ url, headers, query, variables }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, Accept: plainFetch.headers.accept, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      if (!response.headers.get('content-type')?.includes('json'))
        return { error: { name: 'Response', ...responseFacts(response) } };
      const { data, errors } = (await response.json()) as {
        data?: unknown;
        errors?: { extensions?: { code: string } }[];
      };
      if (!errors) return { data };
      const code = errors[0]?.extensions?.code;
      return { data, error: { name: 'GraphQLError', code, ...responseFacts(response) } };
    } catch (error) {
      return { error: { name: nameOf(error) } };
    }
  },
};
