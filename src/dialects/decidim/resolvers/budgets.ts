import type { RequestContext } from '../../../graphql/context.ts';
import { Budget as ContractBudget } from '../../../server/resolvers/budgets.ts';
import { sortIds } from '../../../server/resolvers/results.ts';
import type { Project as ProjectRecord } from '../../../records/records.ts';
import { resolveLinkedProposals } from './proposals.ts';

/** The number of votes that were cast for a project; null while the component hides votes. */
function confirmedVotes({ id, budgetId }: ProjectRecord, _: unknown, { store }: RequestContext): number | null {
  const { componentId } = store.get('budgets', budgetId);
  if (!store.get('components', componentId).settings.votesShown) return null;
  const orders = store.where('orders', 'budgetId', budgetId);
  return orders.filter(({ checkedOutAt, projectIds }) => checkedOutAt !== null && projectIds.includes(id)).length;
}

export const Project = {
  budgetUrl: ({ budgetId }: ProjectRecord, _: unknown, context: RequestContext) =>
    ContractBudget.url(context.store.get('budgets', budgetId), _, context),
  confirmedVotes,
  /** Without the organization's prefix: the platform does not find the organization of a project. */
  reference: ({ reference }: ProjectRecord, _: unknown, { store }: RequestContext) => {
    const { referencePrefix } = store.organization;
    return reference.startsWith(`${referencePrefix}-`) ? reference.slice(referencePrefix.length) : reference;
  },
  relatedProposals: ({ proposalIds = [] }: ProjectRecord, _: unknown, { store }: RequestContext) =>
    resolveLinkedProposals(sortIds(proposalIds), store),
  selected: ({ selectedAt = null }: ProjectRecord) => selectedAt !== null,
  selectedAt: ({ selectedAt = null }: ProjectRecord) => selectedAt && `${selectedAt}T00:00:00+00:00`,
};
