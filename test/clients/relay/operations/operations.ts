import { graphql } from 'relay-runtime';

// The Relay compiler reads these documents and writes `generated`. Nothing imports this file.
export const answer = graphql`
  mutation operationsAnswerMutation($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) {
    component(id: $componentId) {
      ... on ProposalsMutation {
        proposal(id: $proposalId) {
          answer(input: $input) {
            id
            state
            answer {
              translation(locale: "en")
            }
          }
        }
      }
    }
  }
`;
export const createMeeting = graphql`
  mutation operationsCreateMeetingMutation($componentId: ID!, $input: CreateMeetingInput!) {
    component(id: $componentId) {
      ... on MeetingsMutation {
        createMeeting(input: $input) {
          title {
            translation(locale: "en")
          }
          startTime
        }
      }
    }
  }
`;
export const updateMeeting = graphql`
  mutation operationsUpdateMeetingMutation($componentId: ID!, $meetingId: ID!, $input: UpdateMeetingInput!) {
    component(id: $componentId) {
      ... on MeetingsMutation {
        meeting(id: $meetingId) {
          update(input: $input) {
            id
            title {
              translation(locale: "en")
            }
          }
        }
      }
    }
  }
`;
export const meeting = graphql`
  query operationsMeetingQuery($componentId: ID!, $meetingId: ID!) {
    component(id: $componentId) {
      ... on Meetings {
        meeting(id: $meetingId) {
          id
          title {
            translation(locale: "en")
          }
        }
      }
    }
  }
`;
