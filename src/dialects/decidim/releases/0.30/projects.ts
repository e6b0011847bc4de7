import type { RequestContext } from '../../../../contract/request-context.ts';
import { Budget } from '../../../../server/resolvers/budgets.ts';
import type { Budget as BudgetRecord } from '../../../../store/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';

/** `projects` of a budget has null in the place of each project. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Budget: {
      projects: (budget: BudgetRecord, _: unknown, context: RequestContext) =>
        Budget.projects(budget, _, context).map(() => null),
    },
  },
};
