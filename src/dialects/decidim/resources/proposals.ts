import { createHash } from 'node:crypto';
import { SimulatedServerError, invalidMutation } from '../../../errors.ts';
import type { Behavior } from '../../../graphql/behavior.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { InputMaybe } from '../../../graphql/generated-types.ts';
import { isHidden } from '../../../resources/visible.ts';
import type { Component, Proposal as ProposalRecord } from '../../../records/records.ts';
import { resolvers as contractComponents } from '../../../resources/components.ts';
import { findSpace } from '../../../resources/find-space.ts';
import { formatMoney } from '../../../resources/proposals.ts';
import type { Store } from '../../../store/store.ts';
import type { Permissions } from '../../../graphql/guards.ts';
import {
  type FormRule,
  characterCount,
  isBlank,
  validateEtiquette,
  validateForm,
  validateLength,
  validatePresence,
} from '../forms/validations.ts';
import {
  type AttributeRules,
  type DecidimOverrides,
  type PlatformBehavior,
  type Resolver,
  failInPlaceOf,
  note,
} from '../resource.ts';
import { stripTags } from '../values/html.ts';
import { storeText } from '../values/stored-text.ts';
import { includesRootTaxonomy, parseTaxonomyIds } from '../values/ids.ts';
import { requireTexts } from '../values/texts.ts';
import { type ListCriteria, publicationFilters, sortById, sortByLikes, sortByPublication } from './lists.ts';
import { findProposalStates, isAnswerPublished } from './proposal-states.ts';
import { classNameOf } from '../record-types.ts';
import { findPosition } from './columns.ts';
import { createTraced, updateTraced } from './versions.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { answerAttributes, answerProposal, createAnswerFields } from './proposal-answers.ts';
import { authorsOf, isParticipant, minutesSince, rootTaxonomyError } from './relations.ts';

/** The number of votes of a proposal, with those whose voters are no records. */
const countVotes = ({ id, additionalVotes = 0 }: ProposalRecord, store: Store): number =>
  store.where('proposalVotes', 'proposalId', id).length + additionalVotes;

const settingsOf = ({ componentId }: ProposalRecord, store: Store) => store.get('components', componentId).settings;

export const proposalCriteria: ListCriteria<ProposalRecord> = {
  filters: publicationFilters,
  sortKeys: {
    id: sortById,
    ...sortByLikes('proposals'),
    publishedAt: sortByPublication,
    voteCount: {
      column: 'proposal_votes_count',
      getValue: (proposal, store) => (settingsOf(proposal, store).votesHidden ? 0 : countVotes(proposal, store)),
    },
  },
};

/** Creates the check whether a component is published and in the same space as another. */
export function isInSpaceOf(componentId: number, store: Store): (otherId: number) => boolean {
  const space = findSpace(store.get('components', componentId), store);
  return (otherId) => {
    const component = store.get('components', otherId);
    return findSpace(component, store) === space && component.publishedAt !== null;
  };
}

/** Returns the ids of the proposals, drafts included and hidden ones excluded, to which a record of a component can link, without duplicates. */
export function findLinkableProposals(ids: readonly number[], componentId: number, store: Store): number[] {
  const isInSpace = isInSpaceOf(componentId, store);
  const proposals = store.findMany('proposals', [...new Set(ids)]);
  return proposals
    .filter(({ id, componentId: own }) => isInSpace(own) && !isHidden('proposals', id, store))
    .map(({ id }) => id);
}

type Read<T> = (proposal: ProposalRecord, context: RequestContext) => T;

/** A field that is null until the proposal has a published answer; that of an emendation always counts as published. */
const ofAnswer =
  <T>(read: Read<T>) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): T | null =>
    isAnswerPublished(proposal) || context.store.where('amendments', 'emendationId', proposal.id).length > 0
      ? read(proposal, context)
      : null;

/** A field of an answer that is also null without a cost, and where the component hides costs. */
const ofCosts = <T>(read: Read<T>) =>
  ofAnswer((proposal, context) =>
    proposal.cost !== null && settingsOf(proposal, context.store).answersWithCosts ? read(proposal, context) : null,
  );

const sortKeys = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const isFromMeeting = ({ meetingId = null }: ProposalRecord): boolean => meetingId !== null;

const Proposal = {
  amendments: ({ id }, _, { store }) => store.where('amendments', 'amendableId', id),
  answer: ofAnswer(({ answer }) => requireTexts(answer)),
  answeredAt: ofAnswer(({ answeredAt }) => answeredAt),
  /** The first author; null for an API user. */
  author({ authorIds }, _, { store }) {
    const [author] = store.findMany('users', authorIds);
    return author && isParticipant(author) ? author : null;
  },
  authors: authorsOf,
  /** The organization or a meeting counts as an author. */
  authorsCount: ({ authorIds }) => authorIds.length || 1,
  cost: ofCosts(({ cost }, { store }) => formatMoney(cost!, store.organization.currency)),
  costReport: ofCosts(({ costReport }) => requireTexts(costReport)),
  createdInMeeting: isFromMeeting,
  executionPeriod: ofCosts(({ executionPeriod }) => requireTexts(executionPeriod)),
  /** The texts as JSON with sorted keys, and its SHA-256. */
  fingerprint({ body, title }) {
    const source = JSON.stringify({ body: sortKeys(body), title: sortKeys(title) });
    return { source, value: createHash('sha256').update(source).digest('hex') };
  },
  official: (proposal) => proposal.authorIds.length === 0 && !isFromMeeting(proposal),
  position: (proposal, _, { store }) => findPosition(proposal, store),
  /** The state of the answer, published or not. */
  proposalState: ({ state, componentId }, _, { store }) =>
    state === null ? null : (findProposalStates(componentId, store).find(({ token }) => token === state) ?? null),
  /** The state of an emendation is that of its amendment; an unpublished answer does not show. */
  state(proposal, _, { store }) {
    const [amendment] = store.where('amendments', 'emendationId', proposal.id);
    if (amendment) return amendment.state;
    if (isAnswerPublished(proposal)) return proposal.state;
    return proposal.withdrawnAt === null ? null : 'not_answered';
  },
  voteCount: (proposal, _, { store }) => (settingsOf(proposal, store).votesHidden ? null : countVotes(proposal, store)),
  withdrawn: ({ withdrawnAt }) => withdrawnAt !== null,
} satisfies RecordResolvers<'proposals'>;

const ProposalState = {
  proposalsCount: ({ token, componentId }, _, { store }) =>
    store.where('proposals', 'componentId', componentId).filter(({ state }) => state === token).length,
} satisfies RecordResolvers<'proposalStates'>;

const Amendment = {
  amender: ({ userId }, _, { store }) => store.find('users', userId) ?? null,
  amendableType: () => classNameOf('proposals'),
  emendationType: () => classNameOf('proposals'),
} satisfies RecordResolvers<'amendments'>;

/** How long after its last change an author may edit a proposal. */
const editableMinutes = 5;

const forProposal =
  (isAllowed: (proposal: ProposalRecord, context: RequestContext) => boolean) =>
  ({ id }: ProposalRecord, context: RequestContext): boolean =>
    isAllowed(context.store.get('proposals', id), context);

function isVotingOn({ componentId }: ProposalRecord, { store }: RequestContext): boolean {
  const { votesEnabled = false, votesBlocked = false } = store.get('components', componentId).settings;
  return votesEnabled && !votesBlocked;
}

export const permissions: Permissions = {
  'ProposalMutation.update': forProposal(
    ({ authorIds, state, updatedAt }, context) =>
      authorIds[0] === context.viewer?.id && state === null && minutesSince(updatedAt, context) < editableMinutes,
  ),
  'ProposalMutation.withdraw': forProposal(
    ({ authorIds, withdrawnAt }, { viewer }) =>
      viewer !== null && withdrawnAt === null && authorIds.includes(viewer.id),
  ),
  'ProposalMutation.unvote': isVotingOn,
  'ProposalMutation.vote': isVotingOn,
  'ProposalsMutation.createProposal': ({ settings }: Component) => settings.creationEnabled,
};

interface ProposalAttributes {
  title: string;
  body: string;
  address?: InputMaybe<string>;
  latitude?: InputMaybe<number>;
  longitude?: InputMaybe<number>;
  taxonomies?: InputMaybe<string[]>;
}

const proposalRules: FormRule<Pick<ProposalAttributes, 'title' | 'body'>>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['body', ({ body }) => validatePresence(body)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['body', ({ body }) => validateEtiquette(body)],
  ['title', ({ title }) => validateLength(characterCount(title), 15, 150)],
  ['body', ({ body }) => (isBlank(body) ? [] : validateLength(characterCount(stripTags(body)), 15, 500))],
];

const proposalAttributes: AttributeRules = {
  validate({ title, body, taxonomies }: ProposalAttributes, { store }) {
    // The platform removes carriage returns from a body before it validates the body.
    const errors = validateForm(proposalRules, { title, body: body.replaceAll('\r', '') });
    if (!errors && includesRootTaxonomy(parseTaxonomyIds(taxonomies ?? [], store), store)) throw rootTaxonomyError();
    return errors;
  },
};

/** By the name of the input type. */
export const attributeRules: Record<string, AttributeRules> = {
  AnswerProposalAttributes: answerAttributes,
  ProposalAttributes: proposalAttributes,
};

export const behavior: Partial<Behavior> = { answerFields: createAnswerFields(' => ') };

/** `CreateProposalInput` and `UpdateProposalInput`; the texts are stored under the locale. */
interface ProposalInput {
  input: {
    locale: string;
    attributes: ProposalAttributes;
  };
}

const textsOf = ({ input: { locale, attributes } }: ProposalInput, store: Store) => ({
  title: { [locale]: storeText(attributes.title, store) },
  body: { [locale]: storeText(attributes.body.replaceAll('\r', ''), store) },
});

const unanswered = { state: null, answer: null, answeredAt: null, cost: null, costReport: null, executionPeriod: null };

const ProposalsMutation = {
  /** A participant's proposal is published at once. */
  createProposal({ id: componentId }, args: ProposalInput, context) {
    const { store, viewer } = context;
    if (!isParticipant(viewer!)) throw new SimulatedServerError('the score of an API user');
    const { address = null, latitude = null, longitude = null, taxonomies } = args.input.attributes;
    const fields = {
      ...textsOf(args, store),
      ...unanswered,
      componentId,
      address,
      latitude,
      longitude,
      authorIds: [viewer!.id],
      taxonomyIds: parseTaxonomyIds(taxonomies ?? [], store),
      publishedAt: store.now(),
      withdrawnAt: null,
      changes: 0,
    };
    return createTraced('proposals', fields, context);
  },
} satisfies FieldResolvers<Component>;

/** The vote of the viewer. Votes belong to people. */
function findVote({ id }: ProposalRecord, { store, viewer }: RequestContext) {
  if (!isParticipant(viewer!)) throw new SimulatedServerError('an API user cannot vote');
  return store.where('proposalVotes', 'proposalId', id).find(({ userId }) => userId === viewer!.id);
}

/** Whether a person has given all the votes that a component allows. */
function hasNoVotesLeft(proposal: ProposalRecord, context: RequestContext): boolean {
  const { voteLimit = 0 } = settingsOf(proposal, context.store);
  if (voteLimit === 0) return false;
  const proposals = context.store.where('proposals', 'componentId', proposal.componentId);
  return proposals.filter((each) => findVote(each, context)).length >= voteLimit;
}

const ProposalMutation = {
  answer: answerProposal,

  /**
   * An omitted attribute keeps the stored value and null clears it. The update removes the texts of other locales, and the
   * other authors.
   */
  update({ id }, args: ProposalInput, context) {
    const { store, viewer } = context;
    const { address, latitude, longitude, taxonomies } = args.input.attributes;
    const fields = {
      ...textsOf(args, store),
      address,
      latitude,
      longitude,
      taxonomyIds: taxonomies === undefined ? undefined : parseTaxonomyIds(taxonomies ?? [], store),
      authorIds: [viewer!.id],
    };
    return updateTraced('proposals', id, () => fields, context);
  },

  vote(proposal, _, context) {
    const { store, viewer } = context;
    const { voteThreshold = 0, voteBeyondThreshold = false } = settingsOf(proposal, store);
    const isFull = voteThreshold > 0 && !voteBeyondThreshold && countVotes(proposal, store) >= voteThreshold;
    if (isFull || findVote(proposal, context) || hasNoVotesLeft(proposal, context))
      throw invalidMutation('There was a problem voting the proposal.');
    store.update((transaction) => transaction.create('proposalVotes', { proposalId: proposal.id, userId: viewer!.id }));
    return proposal;
  },

  unvote(proposal, _, context) {
    const vote = findVote(proposal, context);
    if (vote) context.store.update((transaction) => transaction.delete('proposalVotes', vote.id));
    return proposal;
  },

  withdraw(proposal, _, context) {
    if (countVotes(proposal, context.store) > 0)
      throw invalidMutation('This proposal cannot be withdrawn because it already has votes.');
    return updateTraced('proposals', proposal.id, () => ({ withdrawnAt: context.store.now() }), context);
  },
} satisfies RecordResolvers<'proposals'>;

export const resolvers = {
  AmendableEntityInterface: { __resolveType: () => 'Proposal' },
  Amendment,
  Proposal,
  ProposalMutation,
  ProposalState,
  ProposalsMutation,
};

export const refusals: DecidimOverrides['refusals'] = { 'ProposalsMutation.proposal': 'notFound' };

/** A component that no mutation can use is a server error. */
const answersOnly = {
  Mutation: { component: failInPlaceOf(contractComponents.Mutation.component as Resolver) },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // The only mutation of a component is `answer`. Its attributes have the name that 0.32 gives to those of a proposal.
  answersOnly: {
    until: '0.31',
    resolvers: answersOnly,
    notes: [note('is status 500 for a component of another kind than proposals', 'Mutation.component')],
    attributeRules: { ProposalAttributes: answerAttributes },
  },
  // Ruby prints a hash as `{"a"=>1}`, and since its version 3.4 as `{"a" => 1}`.
  hashesWithoutBlanks: { until: '0.31', behavior: { answerFields: createAnswerFields('=>') } },
};
