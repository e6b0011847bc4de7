import type { RequestContext } from '../../contract/request-context.ts';
import type { Maybe } from '../../contract/generated-types.ts';
import type { Proposal as ProposalRecord, User } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { componentFields } from './components.ts';
import { resolveFingerprint } from '../../dialects/decidim/resolvers/fingerprint.ts';
import { resolveProposalState } from '../../dialects/decidim/resolvers/proposal-states.ts';
import { recordById, connection } from './component-records.ts';
import { resolveTaxonomies } from './taxonomies.ts';
import {
  attachmentFields,
  createCommentFields,
  likeFields,
  constantProposalFields,
} from '../../dialects/decidim/resolvers/constant-fields.ts';
import { recordUrl } from './urls.ts';
import { isPerson } from './users.ts';
import { createVersionFields } from '../../dialects/decidim/resolvers/versions.ts';

export const Proposals = {
  ...componentFields,
  proposal: recordById('proposals', 'Proposal'),
  proposals: connection('proposals'),
};

/** A field that is null while the proposal's component hides costs. */
const ofCosts =
  <T>(read: (proposal: ProposalRecord, context: RequestContext) => Maybe<T>) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): Maybe<T> =>
    context.store.find('components', proposal.componentId)!.settings.answersWithCosts ? read(proposal, context) : null;

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount as the platform writes it: `€ 1,234.50`, `-€5.00`. */
const money = (amount: number, currency: string): string =>
  amount < 0 ? `-${currency}${amounts.format(-amount)}` : `${currency} ${amounts.format(amount)}`;

const authorsOf = ({ authorIds }: ProposalRecord, _: unknown, { store }: RequestContext) =>
  store.findMany('users', authorIds);

export const Proposal = {
  author: (proposal: ProposalRecord, _: unknown, context: RequestContext) => authorsOf(proposal, _, context)[0] ?? null,
  authors: authorsOf,
  authorsCount: ({ authorIds }: ProposalRecord) => authorIds.length,
  cost: ofCosts(({ cost }, { store }) => (cost === null ? null : money(cost, store.organization.currency))),
  costReport: ofCosts(({ costReport }) => costReport),
  executionPeriod: ofCosts(({ executionPeriod }) => executionPeriod),
  url: recordUrl('proposals'),
};

/** The persons who wrote a proposal: they follow it. */
export const findFollowers = ({ authorIds }: ProposalRecord, store: Store): User[] =>
  store.findMany('users', authorIds).filter(isPerson);

/** What a proposal has on the platform beyond the contract. */
export const DecidimProposal = {
  ...attachmentFields,
  ...createCommentFields('Decidim::Proposals::Proposal'),
  ...likeFields,
  ...constantProposalFields,
  // When the earlier changes were is not kept.
  ...createVersionFields('proposals', ({ changes, updatedAt }: ProposalRecord) =>
    Array<string>(changes).fill(updatedAt),
  ),
  fingerprint: resolveFingerprint,
  followers: (proposal: ProposalRecord, _: unknown, { store }: RequestContext) => findFollowers(proposal, store),
  followsCount: (proposal: ProposalRecord, _: unknown, { store }: RequestContext) =>
    findFollowers(proposal, store).length,
  official: ({ authorIds }: ProposalRecord) => authorIds.length === 0,
  /** Its place among the proposals of its component, drafts included, counted from 1. */
  position: ({ id, componentId }: ProposalRecord, _: unknown, { store }: RequestContext) =>
    store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1,
  proposalState: resolveProposalState,
  taxonomies: resolveTaxonomies,
  withdrawn: ({ withdrawnAt }: ProposalRecord) => withdrawnAt !== null,
};
