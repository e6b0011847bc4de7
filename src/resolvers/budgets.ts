import type { Context } from '../contract/context.ts';
import { notFound } from '../errors.ts';
import type { Budget as BudgetRecord, Component, Project as ProjectRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import type { PageArguments } from './connections.ts';
import { componentUrl, recordUrl } from './urls.ts';

export const Budgets = {
  ...componentFields,
  budget: (component: Component, { id }: { id: string }, { store }: Context) => {
    const budget = store.find('budgets', id);
    if (!budget || budget.componentId !== component.id) throw notFound('Budget');
    return budget;
  },
  budgets: (component: Component, page: PageArguments, { store }: Context) => ({
    records: store.where('budgets', 'componentId', component.id),
    page,
  }),
};

export const Budget = {
  projects: ({ id }: BudgetRecord, _: unknown, { store }: Context) => store.where('projects', 'budgetId', id),
  total_budget: ({ totalBudget }: BudgetRecord) => totalBudget,
  url: recordUrl('budgets'),
};

export const Project = {
  budget_amount: ({ budgetAmount }: ProjectRecord) => budgetAmount,
  url: ({ id, budgetId }: ProjectRecord, _: unknown, context: Context) => {
    const { componentId } = context.store.find('budgets', budgetId)!;
    const component = context.store.find('components', componentId)!;
    return componentUrl(component, `/budgets/${budgetId}/projects/${id}`, context);
  },
};
