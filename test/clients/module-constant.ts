import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';

// As an application makes it when its module is loaded, with the URL of production.
const client = new ApolloClient({
  link: new HttpLink({ uri: 'https://town.example/api' }),
  cache: new InMemoryCache(),
});
const query = gql`
  query Title {
    component(id: 1) {
      id
      ... on Proposals {
        proposal(id: 1) {
          id
          title {
            translation(locale: "en")
          }
        }
      }
    }
  }
`;
interface Answer {
  component: { proposal: { title: { translation: string } } };
}

/** Asks for the title of the first proposal, as an application does that knows the URL of production only. */
export async function readTitle(): Promise<string> {
  await client.clearStore();
  const { data } = await client.query<Answer>({ query });
  return data!.component.proposal.title.translation;
}
