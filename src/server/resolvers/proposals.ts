import type { RequestContext } from '../../contract/request-context.ts';
import type { Maybe } from '../../contract/generated-types.ts';
import type { Proposal as ProposalRecord } from '../../store/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import { recordUrl } from './urls.ts';

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
