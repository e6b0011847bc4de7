import { component, nameWithId } from '../samples.ts';
import { defaultStates } from '../default-states.ts';
import { by, defineKind, shownIn } from '../define-kind.ts';
import {
  answerText,
  dateTime,
  integer,
  nullable,
  optional,
  optionalBoolean,
  place,
  recordReference,
  reference,
  references,
  text,
  timestamps,
  translations,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const proposalStates = defineKind({
  description:
    'The states that answers give to the proposals of a component. A component without any has `evaluating`, `accepted` and `rejected`.',
  fields: {
    componentId: reference('components'),
    token: text('The name for programs.'),
    title: translations(),
    announcementTitle: nullable(translations('How the page of a proposal tells the state.')),
    bgColor: text('The colour of the label, such as `#E3FCE9`.'),
    textColor: text('The colour of its text.'),
  },
  indexes: by('componentId'),
  samples: { componentId: component('proposals'), token: nameWithId('_'), bgColor: '#E3FCE9', textColor: '#15602C' },
});

export const proposals = defineKind({
  description: 'Proposals of a proposals component, with their answer.',
  fields: {
    componentId: reference('components'),
    authorIds: references('users', 'Its authors; empty for an official proposal.'),
    title: translations(),
    body: translations(),
    state: nullable(text('The state of the answer, by its token; null without one.')),
    answer: nullable(answerText('The text of the answer.')),
    answeredAt: nullable(dateTime('When it was answered.')),
    cost: nullable(Type.Number({ description: 'The cost in the currency of the organization.' })),
    costReport: nullable(answerText('The explanation of the cost.')),
    executionPeriod: nullable(answerText('When it will be done.')),
    ...place,
    taxonomyIds: references('taxonomies'),
    withdrawnAt: nullable(dateTime('When its author withdrew it.')),
    changes: integer(undefined, { minimum: 0, default: 0 }),
    reference: text(),
    publishedAt: nullable(dateTime()),
    ...timestamps,
    position: Type.Optional(
      integer('The position in its component, from 1. Default: the position by id.', { minimum: 0 }),
    ),
    isAnswerUnpublished: optionalBoolean('Whether the answer is not published yet.'),
    meetingId: optional(reference('meetings', 'The meeting in which it was made.')),
    additionalVotes: Type.Optional(
      integer('Votes whose voters are no records, such as those of an imported world; `voteCount` adds them.', {
        minimum: 0,
        // The highest Int of GraphQL.
        maximum: 2 ** 31 - 1,
      }),
    ),
    participatoryTextLevel: optional(text('Its level in a participatory text, such as `article`.')),
  },
  indexes: { ...by('componentId'), ...shownIn },
  referenceCode: 'PROP',
  worldProblemKinds: ['proposalStates'],
  findWorldProblem({ state, componentId }, find) {
    const states = find('proposalStates', 'componentId', componentId).map(({ token }) => token);
    const tokens = states.length > 0 ? states : defaultStates;
    if (state === null || tokens.includes(state)) return undefined;
    return { field: 'state', message: `must be one of ${tokens.join(', ')}` };
  },
  samples: { componentId: component('proposals'), authorIds: ({ idOfParticipant }) => [idOfParticipant()] },
});

export const proposalVotes = defineKind({
  description: 'Votes for proposals.',
  fields: { proposalId: reference('proposals', 'The proposal.'), userId: reference('users'), ...timestamps },
  indexes: by('proposalId'),
});

export const amendments = defineKind({
  description: 'Amendments: proposals that change another proposal.',
  fields: {
    amendableId: reference('proposals', 'The proposal that it changes.'),
    emendationId: reference('proposals', 'The proposal with the changes.'),
    userId: reference('users', 'Who made it.'),
    state: text('Its state, such as `evaluating`, `accepted` or `rejected`.'),
    ...timestamps,
  },
  indexes: by('amendableId', 'emendationId'),
  samples: { emendationId: ({ create }) => create('proposals'), state: 'evaluating' },
});

export const likes = defineKind({
  description: 'Likes.',
  fields: {
    resource: recordReference(['proposals', 'debates', 'posts'], 'What the user likes.'),
    userId: reference('users'),
    ...timestamps,
  },
  indexes: by('resource'),
});
