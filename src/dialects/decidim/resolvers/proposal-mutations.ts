import type { AnswerInput, InputMaybe } from '../../../graphql/generated-types.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { SimulatedServerError, invalidMutation, notFound } from '../../../errors.ts';
import {
  ProposalMutation as ContractProposalMutation,
  ProposalsMutation as ContractProposalsMutation,
} from '../../../server/resolvers/proposal-mutations.ts';
import type { AnswerText, Component, Proposal as ProposalRecord, Records } from '../../../records/records.ts';
import { normalizeHtml } from '../values/html.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { isHidden } from './hidden-records.ts';
import { countVotes } from './proposals.ts';
import { isParticipant } from './users.ts';
import { OrderedTexts } from './translated-field.ts';

export const ProposalsMutation = {
  proposal(component: Component, args: { id: string }, context: RequestContext): ProposalRecord {
    const proposal = ContractProposalsMutation.proposal(component, args, context);
    if (isHidden('proposals', proposal.id, context.store)) throw notFound('ProposalMutation');
    return proposal;
  },
  /** A participant's proposal is published at once. */
  createProposal(
    { id: componentId }: Component,
    { input }: { input: ProposalInput },
    { store, viewer }: RequestContext,
  ): ProposalRecord {
    if (!isParticipant(viewer!)) throw new SimulatedServerError('the score of an API user');
    const { address = null, latitude = null, longitude = null, taxonomies } = input.attributes;
    return store.update((transaction) =>
      transaction.create('proposals', {
        ...textsOf(input),
        ...unanswered,
        componentId,
        address,
        latitude,
        longitude,
        authorIds: [viewer!.id],
        taxonomyIds: parseTaxonomyIds(taxonomies ?? [], store),
        publishedAt: transaction.now,
        withdrawnAt: null,
        changes: 0,
      }),
    );
  },
};

const unanswered = {
  state: null,
  answer: null,
  answeredAt: null,
  cost: null,
  costReport: null,
  executionPeriod: null,
};

const textsOf = ({ locale, attributes: { title, body } }: ProposalInput) => ({
  title: { [locale]: normalizeHtml(title) },
  body: { [locale]: normalizeHtml(body.replaceAll('\r', '')) },
});

/** The vote of the viewer. Votes belong to people. */
function findVote({ id }: ProposalRecord, { store, viewer }: RequestContext): Records['proposalVotes'] | undefined {
  if (!isParticipant(viewer!)) throw new SimulatedServerError('an API user cannot vote');
  return store.where('proposalVotes', 'proposalId', id).find(({ userId }) => userId === viewer!.id);
}

/** Whether a person has given all the votes that a component allows. */
function hasNoVotesLeft({ componentId }: ProposalRecord, { store, viewer }: RequestContext): boolean {
  const { voteLimit = 0 } = store.get('components', componentId).settings;
  if (voteLimit === 0) return false;
  const given = store
    .where('proposals', 'componentId', componentId)
    .filter(({ id }) => store.where('proposalVotes', 'proposalId', id).some(({ userId }) => userId === viewer!.id));
  return given.length >= voteLimit;
}

const voteProblem = () => invalidMutation('There was a problem voting the proposal.');

/** `CreateProposalInput` and `UpdateProposalInput`; the texts are stored under the locale. */
interface ProposalInput {
  locale: string;
  attributes: {
    title: string;
    body: string;
    address?: InputMaybe<string>;
    latitude?: InputMaybe<number>;
    longitude?: InputMaybe<number>;
    taxonomies?: InputMaybe<string[]>;
  };
}

/** Marks texts that the response shows in the order of the input. Later reads show them in the order of the database. */
const inInputOrder = (stored: AnswerText | null) =>
  typeof stored === 'object' && stored !== null ? new OrderedTexts(stored) : stored;

export const ProposalMutation = {
  answer(proposal: ProposalRecord, args: { input: AnswerInput }, context: RequestContext) {
    const record = ContractProposalMutation.answer(proposal, args, context);
    const { answerContent, costReport, executionPeriod } = args.input.attributes;
    return {
      ...record,
      ...(answerContent !== undefined && { answer: inInputOrder(record.answer) }),
      ...(costReport !== undefined && { costReport: inInputOrder(record.costReport) }),
      ...(executionPeriod !== undefined && { executionPeriod: inInputOrder(record.executionPeriod) }),
    };
  },

  /**
   * An omitted attribute keeps the stored value and null clears it. The update removes the texts of other locales, and the
   * other authors.
   */
  update({ id }: ProposalRecord, { input }: { input: ProposalInput }, context: RequestContext): ProposalRecord {
    const { store, viewer } = context;
    const { address, latitude, longitude, taxonomies } = input.attributes;
    return context.store.update((transaction) =>
      transaction.update('proposals', id, {
        address,
        latitude,
        longitude,
        ...textsOf(input),
        taxonomyIds: taxonomies === undefined ? undefined : parseTaxonomyIds(taxonomies ?? [], store),
        authorIds: [viewer!.id],
        changes: store.get('proposals', id).changes + 1,
      }),
    );
  },

  vote(proposal: ProposalRecord, _: unknown, context: RequestContext): ProposalRecord {
    const { store, viewer } = context;
    const { voteThreshold = 0, voteBeyondThreshold = false } = store.get('components', proposal.componentId).settings;
    if (voteThreshold > 0 && !voteBeyondThreshold && countVotes(proposal, store) >= voteThreshold) throw voteProblem();
    if (findVote(proposal, context) || hasNoVotesLeft(proposal, context)) throw voteProblem();
    store.update((transaction) => transaction.create('proposalVotes', { proposalId: proposal.id, userId: viewer!.id }));
    return proposal;
  },

  unvote(proposal: ProposalRecord, _: unknown, context: RequestContext): ProposalRecord {
    const vote = findVote(proposal, context);
    if (vote) context.store.update((transaction) => transaction.delete('proposalVotes', vote.id));
    return proposal;
  },

  withdraw(proposal: ProposalRecord, _: unknown, { store }: RequestContext): ProposalRecord {
    const { id } = proposal;
    if (countVotes(proposal, store) > 0)
      throw invalidMutation('This proposal cannot be withdrawn because it already has votes.');
    const { changes } = store.get('proposals', id);
    return store.update((transaction) =>
      transaction.update('proposals', id, { withdrawnAt: store.now(), changes: changes + 1 }),
    );
  },
};
