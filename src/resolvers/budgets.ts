import type { Context } from '../contract/context.ts';
import type { Budget as BudgetRecord, Project as ProjectRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf, pagesOf } from './records.ts';
import { attachableInCollections, commentable, followable, plainProject } from './unkept.ts';
import { componentUrl, recordUrl } from './urls.ts';
import { versionsOf } from './versions.ts';

export const Budgets = {
  ...componentFields,
  budget: oneOf('budgets', 'Budget'),
  budgets: pagesOf('budgets'),
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

export const PlatformBudget = { ...versionsOf('budgets'), taxonomies: () => [] };

/** What a project has on the platform beyond the contract. */
export const PlatformProject = {
  ...attachableInCollections,
  ...commentable('Decidim::Budgets::Project'),
  ...followable,
  ...plainProject,
  ...versionsOf('projects'),
  budgetUrl: ({ budgetId }: ProjectRecord, _: unknown, context: Context) =>
    Budget.url(context.store.find('budgets', budgetId)!, _, context),
};
