import { isDeepStrictEqual } from 'node:util';
import type { Behavior } from '../../behavior.ts';
import { SimulatedServerError } from '../../../errors.ts';
import type { AnswerText, Proposal } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { type HashArrow, parseAnswerText } from '../values/texts.ts';

type AnswerFields = Pick<Proposal, 'state' | 'cost' | 'answer' | 'costReport' | 'executionPeriod'>;

/** Whether an API user is among the authors: the platform fails to update their score. */
const hasApiUser = ({ authorIds }: Proposal, store: Store): boolean =>
  store.findMany('users', authorIds).some(({ key }) => key !== null);

/** The values that an answer can change, with no map and an empty map as the same value. */
const comparable = ({ state, cost, answer, costReport, executionPeriod }: AnswerFields) => [
  state,
  cost,
  ...[answer, costReport, executionPeriod].map((text) => text ?? {}),
];

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
    const state =
      attributes.state === undefined
        ? previous.state
        : attributes.state === 'not_answered'
          ? null
          : (attributes.state as Proposal['state']);
    const changesScore = (state === 'accepted') !== (previous.state === 'accepted') && state !== null;
    if (changesScore && hasApiUser(previous, store)) throw new SimulatedServerError('the score of an API user');
    const after = {
      state,
      cost: attributes.cost === undefined ? previous.cost : attributes.cost,
      answer: textField(attributes.answerContent, previous.answer, arrow),
      costReport: textField(attributes.costReport, previous.costReport, arrow),
      executionPeriod: textField(attributes.executionPeriod, previous.executionPeriod, arrow),
    };
    // A published answer is a change each time, because its date changes.
    const isChanged = state !== null || !isDeepStrictEqual(comparable(after), comparable(previous));
    return {
      ...after,
      ...(previous.isAnswerUnpublished && { isAnswerUnpublished: false }),
      changes: previous.changes + (isChanged ? 1 : 0),
      answeredAt: state === null ? null : store.now(),
    };
  };
