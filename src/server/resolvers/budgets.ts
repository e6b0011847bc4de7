import type { RequestContext } from '../../graphql/context.ts';
import type { Budget as BudgetRecord, Project as ProjectRecord } from '../../records/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import { componentUrl, recordUrl } from './urls.ts';

export const Budgets = {
  ...componentFields,
  budget: recordById('budgets', 'Budget'),
  budgets: connection('budgets'),
};

export const Budget = {
  projects: ({ id }: BudgetRecord, _: unknown, { store }: RequestContext) => store.where('projects', 'budgetId', id),
  total_budget: ({ totalBudget }: BudgetRecord) => totalBudget,
  url: recordUrl('budgets'),
};

export const Project = {
  budget_amount: ({ budgetAmount }: ProjectRecord) => budgetAmount,
  url: ({ id, budgetId }: ProjectRecord, _: unknown, context: RequestContext) => {
    const { componentId } = context.store.get('budgets', budgetId);
    const component = context.store.get('components', componentId);
    return componentUrl(component, `/budgets/${budgetId}/projects/${id}`, context);
  },
};
