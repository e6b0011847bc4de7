import { textsOf } from '../../resolvers/texts.ts';
import type { Ways } from '../../resolvers/ways.ts';
import type { Proposal } from '../../store/records.ts';

/** The fields of an answer (specification, section 2.2): what is left out keeps its stored value, null clears it. */
export const answerFields: Ways['answerFields'] = (
  { state, cost, answerContent, costReport, executionPeriod },
  _,
  { store },
) => ({
  state: state as Proposal['state'] | undefined,
  cost,
  answer: textsOf(answerContent),
  costReport: textsOf(costReport),
  executionPeriod: textsOf(executionPeriod),
  answeredAt: store.now(),
});
