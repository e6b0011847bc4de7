import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';

/** A client of the town, with the URL of production. Tests answer this URL. */
export const createClient = (token: string): ApolloClient =>
  new ApolloClient({
    link: new HttpLink({ uri: 'https://town.example/api', headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache(),
  });
