import { createHash } from 'node:crypto';
import { ApolloClient, type ApolloLink, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { type ClientOptions, Client as UrqlClient, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import {
  ApolloClient as ApolloClient3,
  type ApolloLink as ApolloLink3,
  HttpLink as HttpLink3,
  InMemoryCache as InMemoryCache3,
  gql as gql3,
} from 'apollo-client-3/core/index.js';
import { BatchHttpLink as BatchHttpLink3 } from 'apollo-client-3/link/batch-http/index.js';
import { createPersistedQueryLink } from 'apollo-client-3/link/persisted-queries/index.js';
import { GraphQLClient } from 'graphql-request';
import { outcomeOf as outcomeOf3 } from './adapters/apollo-client-3.ts';
import { outcomeOf as outcomeOf4 } from './adapters/apollo-client-4.ts';
import { outcomeOf as outcomeOfRequest } from './adapters/graphql-request.ts';
import { seen } from './adapters/urql.ts';
import type { ClientRequest, Outcome } from './client.ts';

export type Send = (request: ClientRequest) => Promise<Outcome>;

export interface ConnectionOptions {
  url: string;
  fetch: typeof globalThis.fetch;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const apollo4 = (link: ApolloLink): Send => {
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  return ({ name, query, variables, headers }) => {
    const options = { variables, context: { headers }, fetchPolicy: 'no-cache' as const };
    return outcomeOf4(() =>
      name === 'meeting'
        ? client.query({ query: gql(query), ...options })
        : client.mutate({ mutation: gql(query), ...options }),
    );
  };
};

const apollo3 = (link: ApolloLink3): Send => {
  const client = new ApolloClient3({ link, cache: new InMemoryCache3() });
  return ({ name, query, variables, headers }) => {
    const options = { variables, context: { headers }, fetchPolicy: 'no-cache' as const };
    return outcomeOf3(() =>
      name === 'meeting'
        ? client.query({ query: gql3(query), ...options })
        : client.mutate({ mutation: gql3(query), ...options }),
    );
  };
};

const urql = (options: ClientOptions): Send => {
  const client = new UrqlClient(options);
  return async ({ name, query, variables, headers }) => {
    const send = name === 'meeting' ? client.query : client.mutation;
    const context = { fetchOptions: { headers }, requestPolicy: 'network-only' as const };
    const { data, error } = await send.call(client, query, variables, context).toPromise();
    return error ? { data, error: seen(error) } : { data };
  };
};

/** Creates a client with an option, by the name of client and option. */
export const clientOptions = {
  'Apollo Client 4, useGETForQueries': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo4(new HttpLink({ uri, fetch, useGETForQueries: true })),
  'Apollo Client 4, PersistedQueryLink': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo4(new PersistedQueryLink({ sha256 }).concat(new HttpLink({ uri, fetch }))),
  'Apollo Client 4, PersistedQueryLink with GET': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo4(new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(new HttpLink({ uri, fetch }))),
  'Apollo Client 4, BatchHttpLink': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo4(new BatchHttpLink({ uri, fetch })),
  'Apollo Client 3, useGETForQueries': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo3(new HttpLink3({ uri, fetch, useGETForQueries: true })),
  'Apollo Client 3, createPersistedQueryLink': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo3(createPersistedQueryLink({ sha256 }).concat(new HttpLink3({ uri, fetch }))),
  'Apollo Client 3, createPersistedQueryLink with GET': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo3(createPersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(new HttpLink3({ uri, fetch }))),
  'Apollo Client 3, BatchHttpLink': ({ url: uri, fetch }: ConnectionOptions) =>
    apollo3(new BatchHttpLink3({ uri, fetch })),
  'urql, default options': (options: ConnectionOptions) => urql({ ...options, exchanges: [fetchExchange] }),
  'urql, preferGetMethod': (options: ConnectionOptions) =>
    urql({ ...options, exchanges: [fetchExchange], preferGetMethod: 'force' }),
  'urql, persistedExchange': (options: ConnectionOptions) =>
    urql({ ...options, exchanges: [persistedExchange({ enableForMutation: true }), fetchExchange] }),
  'graphql-request, method GET': ({ url, fetch }: ConnectionOptions): Send => {
    const client = new GraphQLClient(url, { method: 'GET', fetch, jsonSerializer: JSON });
    return ({ query, variables, headers }) => outcomeOfRequest(() => client.request(query, variables, headers));
  },
  'graphql-request, batchRequests': ({ url, fetch }: ConnectionOptions): Send => {
    const client = new GraphQLClient(url, { fetch });
    return ({ query, variables, headers }) =>
      outcomeOfRequest(() => client.batchRequests([{ document: query, variables }], headers));
  },
};

export type OptionName = keyof typeof clientOptions;
