import type { Behavior } from '../graphql/behavior.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { AnswerInput } from '../graphql/generated-types.ts';
import type { AnswerText, Component, Proposal as ProposalRecord, Translations } from '../records/records.ts';
import { connection, recordById } from './component-records.ts';
import { componentFields } from './components.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { parseLocaleMap } from './translations.ts';
import { recordUrl } from './urls.ts';

const Proposals = {
  ...componentFields,
  proposal: recordById('proposals', 'Proposal'),
  proposals: connection('proposals'),
} satisfies FieldResolvers<Component>;

/** Creates a resolver that returns null if the component hides costs. */
const ifCostsAreShown =
  <T>(read: (proposal: ProposalRecord, context: RequestContext) => T) =>
  (proposal: ProposalRecord, _: unknown, context: RequestContext): T | null =>
    context.store.get('components', proposal.componentId).settings.answersWithCosts ? read(proposal, context) : null;

/** The texts of an answer by locale; null for another JSON value, which only the Decidim dialects store. */
const textsOf = (stored: AnswerText | null): Translations | null => (typeof stored === 'object' ? stored : null);

// Made when it is used: a format takes as long as the world of a start.
let amounts: Intl.NumberFormat | undefined;

/** Formats an amount like the platform: `€ 1,234.50`, `-€5.00`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  amounts ??= new Intl.NumberFormat('en', { ...digits, signDisplay: 'negative' });
  const text = amounts.format(amount);
  return text.startsWith('-') ? `-${currency}${text.slice(1)}` : `${currency} ${text}`;
}

const Proposal = {
  answer: ({ answer }) => textsOf(answer),
  author: ({ authorIds }, _, { store }) => store.findMany('users', authorIds)[0] ?? null,
  authors: ({ authorIds }, _, { store }) => store.findMany('users', authorIds),
  authorsCount: ({ authorIds }) => authorIds.length,
  cost: ifCostsAreShown(({ cost }, { store }) =>
    cost === null ? null : formatMoney(cost, store.organization.currency),
  ),
  costReport: ifCostsAreShown(({ costReport }) => textsOf(costReport)),
  executionPeriod: ifCostsAreShown(({ executionPeriod }) => textsOf(executionPeriod)),
  url: recordUrl('proposals'),
} satisfies RecordResolvers<'proposals'>;

const ProposalsMutation = {
  ...componentFields,
  proposal: recordById('proposals', 'ProposalMutation'),
} satisfies FieldResolvers<Component>;

const ProposalMutation = {
  /** Specification, section 4.1. */
  answer({ id }, { input }: { input: AnswerInput }, context) {
    const { store, behavior } = context;
    // An earlier field of the same document may have changed the record.
    const previous = store.get('proposals', id);
    return store.update((transaction) =>
      transaction.update('proposals', id, behavior.answerFields(input.attributes, previous, context)),
    );
  },
} satisfies RecordResolvers<'proposals'>;

/** The fields of an answer (specification, section 2.2). An omitted attribute keeps the stored value, null clears it. */
export const answerFields: Behavior['answerFields'] = (
  { state, cost, answerContent, costReport, executionPeriod },
  _,
  { store },
) => ({
  state,
  cost,
  answer: parseLocaleMap(answerContent),
  costReport: parseLocaleMap(costReport),
  executionPeriod: parseLocaleMap(executionPeriod),
  answeredAt: store.now(),
});

export const resolvers = { Proposal, ProposalMutation, Proposals, ProposalsMutation };
