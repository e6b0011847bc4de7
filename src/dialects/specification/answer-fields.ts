import type { Behavior } from '../../contract/behavior.ts';
import { parseLocaleMap } from '../../server/resolvers/translations.ts';
import type { Proposal } from '../../store/records.ts';

/** The fields of an answer (specification, section 2.2). An omitted attribute keeps the stored value, null clears it. */
export const answerFields: Behavior['answerFields'] = (
  { state, cost, answerContent, costReport, executionPeriod },
  _,
  { store },
) => ({
  state: state as Proposal['state'] | undefined,
  cost,
  answer: parseLocaleMap(answerContent),
  costReport: parseLocaleMap(costReport),
  executionPeriod: parseLocaleMap(executionPeriod),
  answeredAt: store.now(),
});
