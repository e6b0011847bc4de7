import type { RequestContext } from '../../../contract/request-context.ts';
import { Budget as ContractBudget } from '../../../server/resolvers/budgets.ts';
import type { Project as ProjectRecord } from '../../../store/records.ts';

export const Project = {
  budgetUrl: ({ budgetId }: ProjectRecord, _: unknown, context: RequestContext) =>
    ContractBudget.url(context.store.find('budgets', budgetId)!, _, context),
  confirmedVotes: () => null,
  /** Without the organization's prefix: the platform does not find the organization of a project. */
  reference: ({ reference }: ProjectRecord, _: unknown, { store }: RequestContext) => {
    const { referencePrefix } = store.organization;
    return reference.startsWith(`${referencePrefix}-`) ? reference.slice(referencePrefix.length) : reference;
  },
  relatedProposals: () => [],
  selected: ({ selectedAt = null }: ProjectRecord) => selectedAt !== null,
};
