import { component, nameWithId } from '../samples.ts';
import { defaultStates } from '../platform-values.ts';
import { by, defineKind, shownIn } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const proposalStates = defineKind({
  description:
    'The states that answers give to the proposals of a component. A component without any has `evaluating`, `accepted` and `rejected`.',
  fields: {
    componentId: t.reference('components'),
    token: t.text('The name for programs.'),
    title: t.translations(),
    announcementTitle: t.nullable(t.translations('How the page of a proposal tells the state.')),
    bgColor: t.text('The colour of the label, such as `#E3FCE9`.'),
    textColor: t.text('The colour of its text.'),
  },
  indexes: by('componentId'),
  samples: { componentId: component('proposals'), token: nameWithId('_'), bgColor: '#E3FCE9', textColor: '#15602C' },
});

export const proposals = defineKind({
  description: 'Proposals of a proposals component, with their answer.',
  fields: {
    componentId: t.reference('components'),
    authorIds: t.references('users', 'Its authors; empty for an official proposal.'),
    title: t.translations(),
    body: t.translations(),
    state: t.nullable(t.text('The state of the answer, by its token; null without one.')),
    answer: t.nullable(t.answerText('The text of the answer.')),
    answeredAt: t.nullable(t.dateTime('When it was answered.')),
    cost: t.nullable(Type.Number({ description: 'The cost in the currency of the organization.' })),
    costReport: t.nullable(t.answerText('The explanation of the cost.')),
    executionPeriod: t.nullable(t.answerText('When it will be done.')),
    ...t.place,
    taxonomyIds: t.references('taxonomies'),
    withdrawnAt: t.nullable(t.dateTime('When its author withdrew it.')),
    changes: t.integer(undefined, { minimum: 0, default: 0 }),
    reference: t.text(),
    publishedAt: t.nullable(t.dateTime()),
    ...t.timestamps,
    position: Type.Optional(
      t.integer('The position in its component, from 1. Default: the position by id.', { minimum: 0 }),
    ),
    isAnswerUnpublished: t.optionalBoolean('Whether the answer is not published yet.'),
    meetingId: t.optional(t.reference('meetings', 'The meeting in which it was made.')),
    additionalVotes: Type.Optional(
      t.integer('Votes whose voters are no records, such as those of an imported world; `voteCount` adds them.', {
        minimum: 0,
        // The highest Int of GraphQL.
        maximum: 2 ** 31 - 1,
      }),
    ),
    participatoryTextLevel: t.optional(t.text('Its level in a participatory text, such as `article`.')),
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
  fields: { proposalId: t.reference('proposals', 'The proposal.'), userId: t.reference('users'), ...t.timestamps },
  indexes: by('proposalId'),
});

export const amendments = defineKind({
  description: 'Amendments: proposals that change another proposal.',
  fields: {
    amendableId: t.reference('proposals', 'The proposal that it changes.'),
    emendationId: t.reference('proposals', 'The proposal with the changes.'),
    userId: t.reference('users', 'Who made it.'),
    state: t.text('Its state, such as `evaluating`, `accepted` or `rejected`.'),
    ...t.timestamps,
  },
  indexes: by('amendableId', 'emendationId'),
  samples: { emendationId: ({ create }) => create('proposals'), state: 'evaluating' },
});

export const likes = defineKind({
  description: 'Likes.',
  fields: {
    resource: t.recordReference(['proposals', 'debates', 'posts'], 'What the user likes.'),
    userId: t.reference('users'),
    ...t.timestamps,
  },
  indexes: by('resource'),
});
