import type { RequestContext } from '../../../../graphql/context.ts';
import { Budget } from '../../../../server/resolvers/budgets.ts';
import type { Budget as BudgetRecord } from '../../../../records/records.ts';
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
