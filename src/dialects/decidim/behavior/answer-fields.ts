import { isDeepStrictEqual } from 'node:util';
import { SimulatedServerError } from '../../../errors.ts';
import type { Behavior } from '../../../contract/behavior.ts';
import type { Proposal } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { parseLocaleMap } from '../values/answer-locale-maps.ts';

type Answer = Pick<Proposal, 'state' | 'cost' | 'answer' | 'costReport' | 'executionPeriod'>;

/** Whether an API user is among the authors: their scores cannot be counted. */
const hasRobot = ({ authorIds }: Proposal, store: Store): boolean =>
  store.findMany('users', authorIds).some(({ key }) => key !== null);

/** What an answer says, where no map and an empty one are the same. */
const told = ({ state, cost, answer, costReport, executionPeriod }: Answer) => [
  state,
  cost,
  ...[answer, costReport, executionPeriod].map((map) => map ?? {}),
];

/** The fields of an answer: maps are stored as given, null clears, and what is left out is stored as it was, an empty map at least. */
export const answerFields: Behavior['answerFields'] = (attributes, before, request) => {
  const { store } = request;
  const said = attributes.state === 'not_answered' ? null : (attributes.state as Proposal['state'] | undefined);
  const state = said === undefined ? before.state : said;
  const scored = (state === 'accepted') !== (before.state === 'accepted') && state !== null;
  if (scored && hasRobot(before, store)) throw new SimulatedServerError('the score of an API user');
  const map = (value: unknown, kept: Proposal['answer']) =>
    value === undefined ? (kept ?? {}) : parseLocaleMap(value, request);
  const after = {
    state,
    cost: attributes.cost === undefined ? before.cost : attributes.cost,
    answer: map(attributes.answerContent, before.answer),
    costReport: map(attributes.costReport, before.costReport),
    executionPeriod: map(attributes.executionPeriod, before.executionPeriod),
  };
  // An answer that is there is given anew each time, at another moment.
  const changed = state !== null || !isDeepStrictEqual(told(after), told(before));
  return { ...after, changes: before.changes + (changed ? 1 : 0), answeredAt: state === null ? null : store.now() };
};
