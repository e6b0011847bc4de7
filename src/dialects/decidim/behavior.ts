import type { Behavior } from '../behavior.ts';
import { SimulatedServerError } from '../../errors.ts';
import type { AnswerText, Proposal, Result } from '../../records/records.ts';
import { findChildResults, roundToTwoDecimals } from '../../resources/results.ts';
import type { Store } from '../../store/store.ts';
import { meetingFields } from './forms/meetings.ts';
import { type HashArrow, parseAnswerText } from './values/texts.ts';

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

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The progress that children give their parent, in percent; it can be beyond 0 and 100. With one child, or if no child has
 * the weight 1: the sum of the children's progress times weight. Otherwise, and if no child has a weight: the mean of the
 * children's progress.
 */
export function deriveProgress(children: readonly Result[], store: Store): number | null {
  const rows = children.map((child) => ({ weight: child.weight, progress: resultProgress(child, store) }));
  const hasWeights = rows.some(({ weight }) => weight !== null);
  if (hasWeights && (rows.length === 1 || rows.every(({ weight }) => weight !== 1)))
    return roundToTwoDecimals(sumOf(rows.map(({ progress, weight }) => (progress ?? 0) * (weight ?? 1))));
  const known = rows.map(({ progress }) => progress).filter((progress) => progress !== null);
  return known.length === 0 ? null : roundToTwoDecimals(sumOf(known) / known.length);
}

/** The progress of a result: what a write determined, else what its children give it, else the stored value. */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  if (result.derivedProgress !== undefined) return result.derivedProgress;
  const children = findChildResults(result, store);
  return children.length === 0 ? result.progress : deriveProgress(children, store);
};

/** The behavior that all releases share; the page size is one of the limits of a release. */
export const decidimBehavior: Omit<Behavior, 'maxPageSize'> = {
  answerFields: createAnswerFields(' => '),
  meetingFields,
  resultProgress,
};
