import type { RequestContext } from '../../../contract/request-context.ts';
import { Budget } from '../../../server/resolvers/budgets.ts';
import type { Project as ProjectRecord } from '../../../store/records.ts';
import {
  attachmentCollectionFields,
  constantProjectFields,
  createCommentFields,
  followFields,
} from './constant-fields.ts';
import { createVersionFields } from './versions.ts';

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
