import { createHash } from 'node:crypto';
import type { RequestContext } from '../../../contract/request-context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import { isShown } from '../../../store/kinds.ts';
import type { Proposal as ProposalRecord } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { requireTexts } from '../values/answer-texts.ts';
import { formatMoney } from '../values/money.ts';
import type { ListCriteria } from './filter-and-sort.ts';
import { publicationFilters, sortByConstant, sortById, sortByPublication } from './filters-and-sort-keys.ts';
import { isParticipant } from './users.ts';

export const proposalCriteria: ListCriteria<ProposalRecord> = {
  filters: publicationFilters,
  sortKeys: {
    id: sortById,
    likeCount: sortByConstant('likes_count'),
    publishedAt: sortByPublication,
    voteCount: sortByConstant('proposal_votes_count'),
  },
};

/** Returns the proposals that a record links to, with an error in the place of each draft. */
export const resolveLinkedProposals = (ids: readonly number[], store: Store): (ProposalRecord | Error)[] =>
  store.findMany('proposals', ids).map((proposal) => (isShown(proposal) ? proposal : unauthorizedObject('Proposal')));

/** A field that is null until the proposal has an answer. */
const ofAnswer =
  <T>(read: (proposal: ProposalRecord, context: RequestContext) => T) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): T | null =>
    proposal.state === null ? null : read(proposal, context);

/** A field of an answer that is also null without a cost, and where the component hides costs. */
const ofCosts = <T>(read: (proposal: ProposalRecord, context: RequestContext) => T) =>
  ofAnswer((proposal, context) => {
    const { settings } = context.store.find('components', proposal.componentId)!;
    return proposal.cost !== null && settings.answersWithCosts ? read(proposal, context) : null;
  });

const answerFields = {
  answer: ofAnswer(({ answer }) => requireTexts(answer)),
  answeredAt: ofAnswer(({ answeredAt }) => answeredAt),
  cost: ofCosts(({ cost }, { store }) => formatMoney(cost!, store.organization.currency)),
  costReport: ofCosts(({ costReport }) => requireTexts(costReport)),
  executionPeriod: ofCosts(({ executionPeriod }) => requireTexts(executionPeriod)),
  state: ({ state, withdrawnAt }: ProposalRecord) => state ?? (withdrawnAt === null ? null : 'not_answered'),
};

/** The states of answers, in the order in which the platform creates them for each component. */
const states = [
  { state: 'evaluating', title: 'Evaluating', bgColor: '#FFF1E5', textColor: '#BC4C00' },
  { state: 'accepted', title: 'Accepted', bgColor: '#E3FCE9', textColor: '#15602C' },
  { state: 'rejected', title: 'Rejected', bgColor: '#FFEBE9', textColor: '#D1242F' },
] as const;

/** The state of an answered proposal. The ids continue from one component to the next. */
function proposalState({ state, componentId }: ProposalRecord, _: unknown, { store }: RequestContext) {
  const position = states.findIndex((each) => each.state === state);
  if (position < 0) return null;
  const components = store.all('components').filter(({ kind }) => kind === 'proposals');
  const componentsBefore = components.filter(({ id }) => id < componentId).length;
  const { title, ...colors } = states[position]!;
  return {
    ...colors,
    id: componentsBefore * states.length + position + 1,
    title: { en: title },
    proposalsCount: () =>
      store.where('proposals', 'componentId', componentId).filter((each) => each.state === state).length,
  };
}

const sortKeys = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The texts of a proposal as JSON with sorted keys, and its SHA-256. */
function fingerprint({ body, title }: ProposalRecord) {
  const source = JSON.stringify({ body: sortKeys(body), title: sortKeys(title) });
  return { source, value: createHash('sha256').update(source).digest('hex') };
}

export const Proposal = {
  ...answerFields,
  amendments: () => [],
  /** The first author; null for an API user. */
  author({ authorIds }: ProposalRecord, _: unknown, { store }: RequestContext) {
    const [author] = store.findMany('users', authorIds);
    return author && isParticipant(author) ? author : null;
  },
  createdInMeeting: () => false,
  fingerprint,
  meeting: () => null,
  official: ({ authorIds }: ProposalRecord) => authorIds.length === 0,
  /** The position among the proposals of the component, drafts included, starting at 1. */
  position: ({ id, componentId }: ProposalRecord, _: unknown, { store }: RequestContext) =>
    store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1,
  proposalState,
  voteCount: () => 0,
  withdrawn: ({ withdrawnAt }: ProposalRecord) => withdrawnAt !== null,
};
