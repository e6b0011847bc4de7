import type { ExampleTemplate, Subject } from './example.ts';

const group = 'Change records';

/** The attributes of a meeting, for every dialect. */
const meetingAttributes = {
  title: 'A meeting',
  description: 'Made to try the API.',
  startTime: '2027-05-01T18:00:00Z',
  endTime: '2027-05-01T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
  address: 'Main Square 1',
  location: 'Town hall',
};

const meetingInput = ({ locale }: Pick<Subject, 'locale'>, title = meetingAttributes.title) => ({
  locale,
  attributes: { ...meetingAttributes, title },
});

/** The example that comes first: it needs the least. */
export const createMeeting: ExampleTemplate = {
  group,
  name: 'Create a meeting',
  sender: 'participant',
  component: 'meetings',
  setting: 'creationEnabledForParticipants',
  variables: ({ component, locale }) => ({ componentId: String(component.id), input: meetingInput({ locale }) }),
  query: `mutation CreateMeeting($componentId: ID!, $input: CreateMeetingInput!) {
  component(id: $componentId) {
    ... on MeetingsMutation {
      createMeeting(input: $input) {
        id
        url
        title { translations { locale text } }
      }
    }
  }
}`,
};

/** Examples of mutations: the four operations of the contract first. */
export const changes: ExampleTemplate[] = [
  {
    group,
    name: 'Answer a proposal',
    sender: 'administrator',
    component: 'proposals',
    setting: 'proposalAnsweringEnabled',
    record: 'proposals',
    variables: ({ component, record, locale }) => ({
      componentId: String(component.id),
      proposalId: String(record.id),
      input: { attributes: { state: 'accepted', answerContent: { [locale]: 'We will do it next year.' } } },
      locale,
    }),
    query: `mutation Answer($componentId: ID!, $proposalId: ID!, $input: AnswerInput!, $locale: String!) {
  component(id: $componentId) {
    ... on ProposalsMutation {
      proposal(id: $proposalId) {
        answer(input: $input) {
          id
          state
          answeredAt
          answer { translation(locale: $locale) }
        }
      }
    }
  }
}`,
  },
  createMeeting,
  {
    group,
    name: 'Update a meeting',
    sender: 'author',
    component: 'meetings',
    record: 'meetings',
    suits: (meeting) => 'closedAt' in meeting && meeting.closedAt === null,
    variables: ({ component, record, locale }) => ({
      componentId: String(component.id),
      meetingId: String(record.id),
      input: meetingInput({ locale }, 'A meeting that has moved'),
    }),
    query: `mutation UpdateMeeting($componentId: ID!, $meetingId: ID!, $input: UpdateMeetingInput!) {
  component(id: $componentId) {
    ... on MeetingsMutation {
      meeting(id: $meetingId) {
        update(input: $input) {
          id
          startTime
          address
          updatedAt
        }
      }
    }
  }
}`,
  },
  {
    group,
    name: 'Create a result',
    sender: 'administrator',
    component: 'accountability',
    variables: ({ component, locale }) => ({
      componentId: String(component.id),
      input: {
        attributes: {
          title: { [locale]: 'A new bench' },
          description: { [locale]: 'Made to try the API.' },
          startDate: '2027-05-01',
          progress: 25,
        },
      },
      locale,
    }),
    query: `mutation CreateResult($componentId: ID!, $input: CreateResultInput!, $locale: String!) {
  component(id: $componentId) {
    ... on AccountabilityMutation {
      createResult(input: $input) {
        id
        url
        progress
        title { translation(locale: $locale) }
      }
    }
  }
}`,
  },
  {
    group,
    name: 'Write a comment',
    sender: 'participant',
    component: 'proposals',
    setting: 'commentsEnabled',
    record: 'proposals',
    variables: ({ record, locale }) => ({ id: String(record.id), locale, body: 'A good idea.' }),
    query: `mutation Comment($id: String!, $locale: String!, $body: String!) {
  commentable(id: $id, type: "Decidim::Proposals::Proposal", locale: $locale) {
    addComment(body: $body, alignment: 1) {
      id
      body
      alignment
      createdAt
    }
  }
}`,
  },
];
