import type { Context } from '../contract/context.ts';
import type { Maybe } from '../contract/types.ts';
import type { Proposal as ProposalRecord, User } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentFields } from './components.ts';
import { fingerprint } from './fingerprints.ts';
import { proposalState } from './proposal-states.ts';
import { oneOf, pagesOf } from './records.ts';
import { taxonomiesOf } from './taxonomies.ts';
import { attachable, commentable, likeable, plainProposal } from './unkept.ts';
import { recordUrl } from './urls.ts';
import { isPerson } from './users.ts';
import { versionsOf } from './versions.ts';

export const Proposals = {
  ...componentFields,
  proposal: oneOf('proposals', 'Proposal'),
  proposals: pagesOf('proposals'),
};

/** A field that is null while the proposal's component hides costs. */
const ofCosts =
  <T>(read: (proposal: ProposalRecord, context: Context) => Maybe<T>) =>
  (proposal: ProposalRecord, _: unknown, context: Context): Maybe<T> =>
    context.store.find('components', proposal.componentId)!.settings.answersWithCosts ? read(proposal, context) : null;

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount as the platform writes it: `€ 1,234.50`, `-€5.00`. */
const money = (amount: number, currency: string): string =>
  amount < 0 ? `-${currency}${amounts.format(-amount)}` : `${currency} ${amounts.format(amount)}`;

const authorsOf = ({ authorIds }: ProposalRecord, _: unknown, { store }: Context) => store.several('users', authorIds);

export const Proposal = {
  author: (proposal: ProposalRecord, _: unknown, context: Context) => authorsOf(proposal, _, context)[0] ?? null,
  authors: authorsOf,
  authorsCount: ({ authorIds }: ProposalRecord) => authorIds.length,
  cost: ofCosts(({ cost }, { store }) => (cost === null ? null : money(cost, store.organization.currency))),
  costReport: ofCosts(({ costReport }) => costReport),
  executionPeriod: ofCosts(({ executionPeriod }) => executionPeriod),
  url: recordUrl('proposals'),
};

/** The persons who wrote a proposal: they follow it. */
export const followersOf = ({ authorIds }: ProposalRecord, store: Store): User[] =>
  store.several('users', authorIds).filter(isPerson);

/** What a proposal has on the platform beyond the contract. */
export const PlatformProposal = {
  ...attachable,
  ...commentable('Decidim::Proposals::Proposal'),
  ...likeable,
  ...plainProposal,
  // When the earlier changes were is not kept.
  ...versionsOf('proposals', ({ changes, updatedAt }: ProposalRecord) => Array<string>(changes).fill(updatedAt)),
  fingerprint,
  followers: (proposal: ProposalRecord, _: unknown, { store }: Context) => followersOf(proposal, store),
  followsCount: (proposal: ProposalRecord, _: unknown, { store }: Context) => followersOf(proposal, store).length,
  official: ({ authorIds }: ProposalRecord) => authorIds.length === 0,
  /** Its place among the proposals of its component, drafts included, counted from 1. */
  position: ({ id, componentId }: ProposalRecord, _: unknown, { store }: Context) =>
    store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1,
  proposalState,
  taxonomies: taxonomiesOf,
  withdrawn: ({ withdrawnAt }: ProposalRecord) => withdrawnAt !== null,
};
