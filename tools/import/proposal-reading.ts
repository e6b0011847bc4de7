import { GRAPHQL_MAX_INT } from 'graphql';
import { textOf } from '../../src/client/json-value.ts';
import { parseMoney } from '../../src/client/money.ts';
import { comments } from './comment-reading.ts';
import { attachments, followers, likes, list, versions } from './attached-records.ts';
import { limitCount } from './limits.ts';
import { type PartReading, readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { textsSelection } from './target-schema.ts';
import { converted, idOf, nodeAt, reference, texts, textsOf, user } from './values.ts';
import { referenceTo } from './world-builder.ts';

/** States of a proposal that are no states of its answer. */
const statesWithoutAnswer = new Set(['not_answered', 'withdrawn', '']);

const state: PartReading = {
  fields: [
    field(
      'proposalState',
      select(
        'ProposalState',
        'id',
        'bgColor',
        'textColor',
        field('title', textsSelection),
        field('announcementTitle', textsSelection),
      ),
    ),
  ],
  read(node, { id }, world) {
    const found = nodeAt(node, 'proposalState');
    const stateId = found && idOf(found.value);
    if (stateId === undefined) return;
    const { bgColor, textColor, title, announcementTitle } = found!.value;
    world.stateOfProposal.set(id, stateId);
    world.proposalStates.set(stateId, {
      bgColor,
      textColor,
      title: textsOf(title, world.locale),
      announcementTitle: textsOf(announcementTitle, world.locale),
    });
  },
};

const hiddenVotes: PartReading = {
  fields: [{ name: 'voteCount' }],
  read({ value }, { id }, world) {
    if (value['voteCount'] === null) world.addHint(referenceTo('proposals', id), { votesHidden: true });
  },
};

const amendment = readingOf('amendments', 'Amendment', {
  userId: user('amender'),
  amendableId: reference('amendable', 'AmendableEntityInterface'),
  emendationId: reference('emendation', 'AmendableEntityInterface'),
});

export const proposal = readingOf(
  'proposals',
  'Proposal',
  {
    componentId: null,
    state: {
      fields: [{ name: 'state' }],
      read: ({ value }) => (statesWithoutAnswer.has(textOf(value['state'])) ? null : value['state']),
    },
    answer: texts('answer'),
    cost: {
      fields: [{ name: 'cost' }],
      read(node, world) {
        const { cost } = node.value;
        if (typeof cost === 'string') world.currency ??= /[^\d\s.,-]{1,10}/.exec(cost)?.[0];
        return typeof cost === 'string' ? (parseMoney(cost) ?? null) : cost;
      },
    },
    costReport: texts('costReport'),
    executionPeriod: texts('executionPeriod'),
    meetingId: reference('meeting', 'Meeting'),
    isAnswerUnpublished: null,
    additionalVotes: converted('voteCount', (count) => limitCount(count, GRAPHQL_MAX_INT) || undefined),
  },
  [
    state,
    hiddenVotes,
    likes('proposals'),
    followers('proposals'),
    comments('proposals'),
    attachments('proposals'),
    list('amendments', amendment, () => ({})),
    versions('proposals'),
  ],
);
