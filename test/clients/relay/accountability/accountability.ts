import { graphql } from 'relay-runtime';

// The Relay compiler reads these documents and writes `generated`. Nothing imports this file.
export const createResult = graphql`
  mutation accountabilityCreateResultMutation($componentId: ID!, $input: CreateResultInput!) {
    component(id: $componentId) {
      ... on AccountabilityMutation {
        createResult(input: $input) {
          title {
            translation(locale: "en")
          }
          progress
        }
      }
    }
  }
`;
