import { componentFields } from '../../../../server/resolvers/components.ts';
import { recordById } from '../../../../server/resolvers/component-records.ts';
import type { Budget } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { forAdministrators } from './administrators.ts';
import { createBudget, deleteBudget, updateBudget } from './budgets.ts';
import { createProject, deleteProject, resolveAmount, resolveProjects, updateProject } from './projects.ts';

/** The mutations of budgets and projects, and the new names of two fields. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Budget: { projects: resolveProjects, totalBudget: ({ totalBudget }: Budget) => totalBudget },
    BudgetMutation: { createProject, delete: deleteBudget, deleteProject, update: updateBudget, updateProject },
    BudgetsMutation: { ...componentFields, budget: recordById('budgets', 'BudgetMutation'), createBudget },
    Project: { budgetAmount: resolveAmount, budget_amount: resolveAmount },
  },
  permissions: forAdministrators([
    'BudgetMutation.createProject',
    'BudgetMutation.delete',
    'BudgetMutation.deleteProject',
    'BudgetMutation.update',
    'BudgetMutation.updateProject',
    'BudgetsMutation.createBudget',
  ]),
};
