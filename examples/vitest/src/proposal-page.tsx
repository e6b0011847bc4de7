import { useMutation, useQuery } from '@apollo/client/react';
import { graphql } from './generated/index.js';

const proposalQuery = graphql(`
  query Proposal($id: ID!) {
    component(id: "1") {
      __typename
      ... on Proposals {
        id
        proposal(id: $id) {
          id
          title {
            translation(locale: "en")
          }
          state
          answeredAt
        }
      }
    }
  }
`);

const acceptMutation = graphql(`
  mutation Accept($id: ID!) {
    component(id: "1") {
      ... on ProposalsMutation {
        id
        proposal(id: $id) {
          answer(input: { attributes: { state: "accepted", answerContent: { en: "We will build it." } } }) {
            id
            state
            answeredAt
          }
        }
      }
    }
  }
`);

/** A proposal, with a button that accepts it. */
export function ProposalPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(proposalQuery, { variables: { id }, notifyOnNetworkStatusChange: true });
  const [accept, { error: refusal }] = useMutation(acceptMutation, { variables: { id } });
  if (error)
    return (
      <p role="alert">
        The town does not respond. <button onClick={() => void refetch()}>Try again</button>
      </p>
    );
  if (data === undefined) return <p>Loading</p>;
  const proposal = data.component?.__typename === 'Proposals' ? data.component.proposal : undefined;
  if (!proposal) return <p>There is no such proposal.</p>;
  return (
    <article>
      <h1>{proposal.title?.translation}</h1>
      {proposal.state === 'accepted' ? (
        <p>Accepted on {proposal.answeredAt?.slice(0, 10)}</p>
      ) : (
        <button onClick={() => void accept().catch(() => {})}>Accept</button>
      )}
      {refusal && <p role="alert">{refusal.message}</p>}
    </article>
  );
}
