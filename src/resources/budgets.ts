import type { Component } from '../records/records.ts';
import { connection, recordById } from './component-records.ts';
import { componentFields } from './components.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { componentUrl, recordUrl } from './urls.ts';

const Budgets = {
  ...componentFields,
  budget: recordById('budgets', 'Budget'),
  budgets: connection('budgets'),
} satisfies FieldResolvers<Component>;

const Budget = {
  projects: ({ id }, _, { store }) => store.where('projects', 'budgetId', id),
  total_budget: ({ totalBudget }) => totalBudget,
  url: recordUrl('budgets'),
} satisfies RecordResolvers<'budgets'>;

const Project = {
  budget_amount: ({ budgetAmount }) => budgetAmount,
  url({ id, budgetId }, _, context) {
    const { componentId } = context.store.get('budgets', budgetId);
    const component = context.store.get('components', componentId);
    return componentUrl(component, `/budgets/${budgetId}/projects/${id}`, context);
  },
} satisfies RecordResolvers<'projects'>;

export const resolvers = { Budget, Budgets, Project };
