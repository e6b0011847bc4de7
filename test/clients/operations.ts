/** A GraphQL operation with its variables. */
export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

const title = { title: { translation: 'A new title' } };
const meetingInput = {
  locale: 'en',
  attributes: {
    title: 'A new title',
    description: 'A description of the meeting',
    startTime: '2027-03-12T18:00:00Z',
    endTime: '2027-03-12T20:00:00Z',
    registrationType: 'REGISTRATION_DISABLED',
    typeOfMeeting: 'IN_PERSON',
    address: 'Main Square 1',
    location: 'Town hall',
  },
};

/** The four operations and a query, for the demo world in every dialect; `data` is what a client gets, and `actor` may run it. */
export const operations = {
  answer: {
    actor: 'admin',
    query: `mutation Answer($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) {
      component(id: $componentId) {
        ... on ProposalsMutation {
          proposal(id: $proposalId) {
            answer(input: $input) { id state answer { translation(locale: "en") } }
          }
        }
      }
    }`,
    variables: {
      componentId: '1',
      proposalId: '1',
      input: { attributes: { state: 'accepted', answerContent: { en: 'We will do it.' } } },
    },
    data: {
      component: {
        proposal: { answer: { id: '1', state: 'accepted', answer: { translation: 'We will do it.' } } },
      },
    },
  },
  createMeeting: {
    actor: 'member',
    query: `mutation CreateMeeting($componentId: ID!, $input: CreateMeetingInput!) {
      component(id: $componentId) {
        ... on MeetingsMutation { createMeeting(input: $input) { title { translation(locale: "en") } startTime } }
      }
    }`,
    variables: { componentId: '2', input: meetingInput },
    data: { component: { createMeeting: { ...title, startTime: '2027-03-12T18:00:00+00:00' } } },
  },
  updateMeeting: {
    actor: 'member',
    query: `mutation UpdateMeeting($componentId: ID!, $meetingId: ID!, $input: UpdateMeetingInput!) {
      component(id: $componentId) {
        ... on MeetingsMutation {
          meeting(id: $meetingId) { update(input: $input) { id title { translation(locale: "en") } } }
        }
      }
    }`,
    variables: { componentId: '2', meetingId: '2', input: meetingInput },
    data: { component: { meeting: { update: { id: '2', ...title } } } },
  },
  createResult: {
    actor: 'admin',
    query: `mutation CreateResult($componentId: ID!, $input: CreateResultInput!) {
      component(id: $componentId) {
        ... on AccountabilityMutation { createResult(input: $input) { title { translation(locale: "en") } progress } }
      }
    }`,
    variables: { componentId: '4', input: { attributes: { title: { en: 'A new title' }, progress: 0.75 } } },
    data: { component: { createResult: { ...title, progress: 0.75 } } },
  },
  meeting: {
    actor: 'member',
    query: `query Meeting($componentId: ID!, $meetingId: ID!) {
      component(id: $componentId) {
        ... on Meetings { meeting(id: $meetingId) { id title { translation(locale: "en") } } }
      }
    }`,
    variables: { componentId: '2', meetingId: '1' },
    data: { component: { meeting: { id: '1', title: { translation: 'Opening assembly' } } } },
  },
} satisfies Record<string, Operation & { actor: 'admin' | 'member'; data: object }>;

export type OperationName = keyof typeof operations;

/** The operations of the specification. */
export const mutationNames = ['answer', 'createMeeting', 'updateMeeting', 'createResult'] as const;
