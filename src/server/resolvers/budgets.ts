import type { RequestContext } from '../../contract/request-context.ts';
import type { Budget as BudgetRecord, Project as ProjectRecord } from '../../store/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import {
  attachmentCollectionFields,
  createCommentFields,
  followFields,
  constantProjectFields,
} from '../../dialects/decidim/resolvers/constant-fields.ts';
import { componentUrl, recordUrl } from './urls.ts';
import { createVersionFields } from '../../dialects/decidim/resolvers/versions.ts';

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
    const { componentId } = context.store.find('budgets', budgetId)!;
    const component = context.store.find('components', componentId)!;
    return componentUrl(component, `/budgets/${budgetId}/projects/${id}`, context);
  },
};

export const DecidimBudget = { ...createVersionFields('budgets'), taxonomies: () => [] };

/** What a project has on the platform beyond the contract. */
export const DecidimProject = {
  ...attachmentCollectionFields,
  ...createCommentFields('Decidim::Budgets::Project'),
  ...followFields,
  ...constantProjectFields,
  ...createVersionFields('projects'),
  budgetUrl: ({ budgetId }: ProjectRecord, _: unknown, context: RequestContext) =>
    Budget.url(context.store.find('budgets', budgetId)!, _, context),
};
