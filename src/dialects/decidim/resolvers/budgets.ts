import type { RequestContext } from '../../../contract/request-context.ts';
import { Budget as ContractBudget } from '../../../server/resolvers/budgets.ts';
import type { Project as ProjectRecord } from '../../../store/records.ts';
import {
  attachmentCollectionFields,
  coordinates,
  createCommentFields,
  createVersionFields,
  followFields,
} from './interface-fields.ts';

export const Budget = { ...createVersionFields('budgets'), taxonomies: () => [] };

export const Project = {
  ...attachmentCollectionFields,
  ...createCommentFields('Decidim::Budgets::Project'),
  ...createVersionFields('projects'),
  ...followFields,
  address: () => null,
  budgetUrl: ({ budgetId }: ProjectRecord, _: unknown, context: RequestContext) =>
    ContractBudget.url(context.store.find('budgets', budgetId)!, _, context),
  commentsHaveAlignment: () => false,
  confirmedVotes: () => null,
  coordinates,
  /** Without the organization's prefix: the platform does not find the organization of a project. */
  reference: ({ reference }: ProjectRecord, _: unknown, { store }: RequestContext) => {
    const { referencePrefix } = store.organization;
    return reference.startsWith(`${referencePrefix}-`) ? reference.slice(referencePrefix.length) : reference;
  },
  relatedProposals: () => [],
  selected: () => false,
  selectedAt: () => null,
  taxonomies: () => [],
};
