import type { RequestContext } from '../../graphql/context.ts';
import type { Maybe } from '../../graphql/generated-types.ts';
import type { AnswerText, Proposal as ProposalRecord, Translations } from '../../records/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import { recordUrl } from './urls.ts';

export const Proposals = {
  ...componentFields,
  proposal: recordById('proposals', 'Proposal'),
  proposals: connection('proposals'),
};

/** Creates a resolver that returns null if the component hides costs. */
const ifCostsAreShown =
  <T>(read: (proposal: ProposalRecord, context: RequestContext) => Maybe<T>) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): Maybe<T> =>
    context.store.get('components', proposal.componentId).settings.answersWithCosts ? read(proposal, context) : null;

/** The texts of an answer by locale; null for another JSON value, which only the Decidim dialects store. */
const textsOf = (stored: AnswerText | null): Translations | null => (typeof stored === 'object' ? stored : null);

// Made when it is used: a format takes as long as the world of a start.
let amountFormat: Intl.NumberFormat | undefined;
const formatAmount = (amount: number): string => {
  amountFormat ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return amountFormat.format(amount);
};

/** Formats an amount like the platform: `€ 1,234.50`, `-€5.00`. */
const formatMoney = (amount: number, currency: string): string =>
  amount < 0 ? `-${currency}${formatAmount(-amount)}` : `${currency} ${formatAmount(amount)}`;

const findAuthors = ({ authorIds }: ProposalRecord, _: unknown, { store }: RequestContext) =>
  store.findMany('users', authorIds);

export const Proposal = {
  answer: ({ answer }: ProposalRecord) => textsOf(answer),
  author: (proposal: ProposalRecord, _: unknown, context: RequestContext) =>
    findAuthors(proposal, _, context)[0] ?? null,
  authors: findAuthors,
  authorsCount: ({ authorIds }: ProposalRecord) => authorIds.length,
  cost: ifCostsAreShown(({ cost }, { store }) =>
    cost === null ? null : formatMoney(cost, store.organization.currency),
  ),
  costReport: ifCostsAreShown(({ costReport }) => textsOf(costReport)),
  executionPeriod: ifCostsAreShown(({ executionPeriod }) => textsOf(executionPeriod)),
  url: recordUrl('proposals'),
};
