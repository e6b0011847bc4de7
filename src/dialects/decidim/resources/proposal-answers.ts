import { SimulatedServerError } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { AnswerInput, AnswerProposalAttributes } from '../../../graphql/generated-types.ts';
import type { AnswerText, Proposal } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import type { Behavior } from '../../../graphql/behavior.ts';
import { type FormRule, errorIf, notInListMessage, validateForm, validatePresence } from '../forms/validations.ts';
import type { AttributeRules } from '../resource.ts';
import { type HashArrow, parseAnswerText, parseLocaleEntries } from '../values/texts.ts';
import { findProposalStates } from './proposal-states.ts';
import { OrderedTexts } from './texts.ts';
import { updateTraced } from './versions.ts';

/** The rules for the attributes of an answer. An omitted state keeps the proposal's state. */
export const answerAttributes: AttributeRules = {
  validate(attributes: AnswerProposalAttributes, { store, componentId }) {
    const { state, answerContent, costReport, executionPeriod } = attributes;
    [answerContent, costReport, executionPeriod].forEach(parseLocaleEntries);
    const states = new Set<unknown>([
      'not_answered',
      ...findProposalStates(componentId, store).map(({ token }) => token),
    ]);
    const rules: FormRule<unknown>[] = [
      ['internalState', () => validatePresence(state ?? null)],
      ['internalState', () => errorIf(!states.has(state), notInListMessage)],
    ];
    return state === undefined ? undefined : validateForm(rules, attributes);
  },
};

/** Whether an API user is among the authors: the platform fails to update their score. */
const hasApiUser = ({ authorIds }: Proposal, store: Store): boolean =>
  store.findMany('users', authorIds).some(({ key }) => key !== null);

/** An omitted text keeps the stored value, or becomes an empty map if there is none. */
const textField = (value: unknown, stored: AnswerText | null, arrow: HashArrow): AnswerText =>
  value === undefined ? (stored ?? {}) : parseAnswerText(value, arrow);

/**
 * Creates the function for the fields of an answer: maps replace the stored maps, null clears, and an omitted attribute keeps
 * the stored value.
 */
export const createAnswerFields =
  (arrow: HashArrow): Behavior['answerFields'] =>
  (attributes, previous, { store }) => {
    // The state of an emendation is that of its amendment.
    const [amendment] = store.where('amendments', 'emendationId', previous.id);
    const given = attributes.state === 'not_answered' ? null : attributes.state;
    const state = given === undefined ? (amendment?.state ?? previous.state) : given;
    const changesScore = (state === 'accepted') !== (previous.state === 'accepted') && state !== null;
    if (changesScore && hasApiUser(previous, store)) throw new SimulatedServerError('the score of an API user');
    const after = {
      state,
      cost: attributes.cost === undefined ? previous.cost : attributes.cost,
      answer: textField(attributes.answerContent, previous.answer, arrow),
      costReport: textField(attributes.costReport, previous.costReport, arrow),
      executionPeriod: textField(attributes.executionPeriod, previous.executionPeriod, arrow),
    };
    return {
      ...after,
      // What becomes of an emendation is published with its amendment.
      isAnswerUnpublished:
        amendment !== undefined && previous.state === null ? true : previous.isAnswerUnpublished && false,
      answeredAt: state === null ? null : store.now(),
    };
  };

/** Marks texts that the response shows in the order of the input. Later reads show them in the order of the database. */
const inInputOrder = (stored: AnswerText | null) =>
  typeof stored === 'object' && stored !== null ? new OrderedTexts(stored) : stored;

/** `ProposalMutation.answer`. */
export function answerProposal(proposal: Proposal, args: { input: AnswerInput }, context: RequestContext) {
  const { attributes } = args.input;
  const getFields = (previous: Proposal) => context.behavior.answerFields(attributes, previous, context);
  const record = updateTraced('proposals', proposal.id, getFields, context, ['answered_at']);
  const { answerContent, costReport, executionPeriod } = attributes;
  return {
    ...record,
    ...(answerContent !== undefined && { answer: inInputOrder(record.answer) }),
    ...(costReport !== undefined && { costReport: inInputOrder(record.costReport) }),
    ...(executionPeriod !== undefined && { executionPeriod: inInputOrder(record.executionPeriod) }),
  };
}
