import { createHash } from 'node:crypto';
import type { RequestContext } from '../../../graphql/context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import { isShown } from '../../../records/kinds.ts';
import type { Proposal as ProposalRecord, ProposalState as ProposalStateRecord } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { requireTexts } from '../values/texts.ts';
import { formatMoney } from '../values/texts.ts';
import { findProposalStates, isAnswerPublished } from '../values/proposal-states.ts';
import { findUsers, refuseDeleted } from './authors.ts';
import type { ListCriteria } from './filter-and-sort.ts';
import { publicationFilters, sortById, sortByPublication } from './filters-and-sort-keys.ts';
import { sortByLikes } from './likes.ts';
import { isHidden } from './hidden-records.ts';
import { classNameOf } from './record-types.ts';
import { many, one } from './relations.ts';
import { isParticipant } from './users.ts';

/** The number of votes of a proposal, with those whose voters are no records. */
export const countVotes = ({ id, additionalVotes = 0 }: ProposalRecord, store: Store): number =>
  store.where('proposalVotes', 'proposalId', id).length + additionalVotes;

const areVotesHidden = ({ componentId }: ProposalRecord, store: Store): boolean =>
  store.get('components', componentId).settings.votesHidden === true;

export const proposalCriteria: ListCriteria<ProposalRecord> = {
  filters: publicationFilters,
  sortKeys: {
    id: sortById,
    endorsementCount: sortByLikes('proposals', 'endorsements_count'),
    likeCount: sortByLikes('proposals', 'likes_count'),
    publishedAt: sortByPublication,
    voteCount: {
      column: 'proposal_votes_count',
      getValue: (proposal, store) => (areVotesHidden(proposal, store) ? 0 : countVotes(proposal, store)),
    },
  },
};

/** Returns the proposals that a record links to, with an error in the place of each draft and of each hidden one. */
export const resolveLinkedProposals = (ids: readonly number[], store: Store): (ProposalRecord | Error)[] =>
  store
    .findMany('proposals', ids)
    .map((proposal) =>
      isShown(proposal) && !isHidden('proposals', proposal.id, store) ? proposal : unauthorizedObject('Proposal'),
    );

/** A field that is null until the proposal has a published answer. */
const ofAnswer =
  <T>(read: (proposal: ProposalRecord, context: RequestContext) => T) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): T | null =>
    isAnswerPublished(proposal) ? read(proposal, context) : null;

/** A field of an answer that is also null without a cost, and where the component hides costs. */
const ofCosts = <T>(read: (proposal: ProposalRecord, context: RequestContext) => T) =>
  ofAnswer((proposal, context) => {
    const { settings } = context.store.get('components', proposal.componentId);
    return proposal.cost !== null && settings.answersWithCosts ? read(proposal, context) : null;
  });

const answerFields = {
  answer: ofAnswer(({ answer }) => requireTexts(answer)),
  answeredAt: ofAnswer(({ answeredAt }) => answeredAt),
  cost: ofCosts(({ cost }, { store }) => formatMoney(cost!, store.organization.currency)),
  costReport: ofCosts(({ costReport }) => requireTexts(costReport)),
  executionPeriod: ofCosts(({ executionPeriod }) => requireTexts(executionPeriod)),
};

/** The state of an emendation is that of its amendment; an unpublished answer does not show. */
function stateOf(proposal: ProposalRecord, _: unknown, { store }: RequestContext): string | null {
  const [amendment] = store.where('amendments', 'emendationId', proposal.id);
  if (amendment) return amendment.state;
  if (isAnswerPublished(proposal)) return proposal.state;
  return proposal.withdrawnAt === null ? null : 'not_answered';
}

/** The state of the answer, published or not. */
const proposalState = ({ state, componentId }: ProposalRecord, _: unknown, { store }: RequestContext) =>
  state === null ? null : (findProposalStates(componentId, store).find(({ token }) => token === state) ?? null);

export const ProposalState = {
  proposalsCount: ({ token, componentId }: ProposalStateRecord, _: unknown, { store }: RequestContext) =>
    store.where('proposals', 'componentId', componentId).filter(({ state }) => state === token).length,
};

export const Amendment = {
  amendable: one('proposals', 'amendableId'),
  amendableType: () => classNameOf('proposals'),
  amender: one('users', 'userId'),
  emendation: one('proposals', 'emendationId'),
  emendationType: () => classNameOf('proposals'),
};

const sortKeys = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The texts of a proposal as JSON with sorted keys, and its SHA-256. */
function fingerprint({ body, title }: ProposalRecord) {
  const source = JSON.stringify({ body: sortKeys(body), title: sortKeys(title) });
  return { source, value: createHash('sha256').update(source).digest('hex') };
}

const isFromMeeting = ({ meetingId = null }: ProposalRecord): boolean => meetingId !== null;

export const Proposal = {
  ...answerFields,
  amendments: many('amendments', 'amendableId'),
  /** The first author; null for an API user. */
  author({ authorIds }: ProposalRecord, _: unknown, { store }: RequestContext) {
    const [author] = store.findMany('users', authorIds);
    return author && isParticipant(author) ? refuseDeleted(author) : null;
  },
  authors: ({ authorIds }: ProposalRecord, _: unknown, context: RequestContext) => findUsers(authorIds, context),
  /** The organization or a meeting counts as an author. */
  authorsCount: ({ authorIds }: ProposalRecord) => authorIds.length || 1,
  createdInMeeting: isFromMeeting,
  fingerprint,
  meeting: one('meetings', 'meetingId'),
  official: (proposal: ProposalRecord) => proposal.authorIds.length === 0 && !isFromMeeting(proposal),
  /** By default, the position among the proposals of the component, drafts included, starting at 1. */
  position: ({ id, componentId, position }: ProposalRecord, _: unknown, { store }: RequestContext) =>
    position ?? store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1,
  proposalState,
  state: stateOf,
  voteCount: (proposal: ProposalRecord, _: unknown, { store }: RequestContext) =>
    areVotesHidden(proposal, store) ? null : countVotes(proposal, store),
  withdrawn: ({ withdrawnAt }: ProposalRecord) => withdrawnAt !== null,
};
