import { resolvers as contract } from '../../../resources/budgets.ts';
import { sortIds } from '../../../resources/results.ts';
import type { RecordResolvers } from '../../../resources/resolver-types.ts';
import { type PlatformBehavior, note } from '../resource.ts';

const Project = {
  budgetUrl: ({ budgetId }, _, context) => contract.Budget.url(context.store.get('budgets', budgetId), _, context),
  /** The number of votes that were cast; null while the component hides votes. */
  confirmedVotes({ id, budgetId }, _, { store }) {
    const { componentId } = store.get('budgets', budgetId);
    if (!store.get('components', componentId).settings.votesShown) return null;
    const orders = store.where('orders', 'budgetId', budgetId);
    return orders.filter(({ checkedOutAt, projectIds }) => checkedOutAt !== null && projectIds.includes(id)).length;
  },
  /** Without the organization's prefix: the platform does not find the organization of a project. */
  reference({ reference }, _, { store }) {
    const { referencePrefix } = store.organization;
    return reference.startsWith(`${referencePrefix}-`) ? reference.slice(referencePrefix.length) : reference;
  },
  relatedProposals: ({ proposalIds }, _, { store }) => store.findMany('proposals', sortIds(proposalIds ?? [])),
  selected: ({ selectedAt = null }) => selectedAt !== null,
  selectedAt: ({ selectedAt = null }) => selectedAt && `${selectedAt}T00:00:00+00:00`,
} satisfies RecordResolvers<'projects'>;

export const resolvers = { Project };

const projectsAsNull = {
  Budget: {
    projects: (...args: Parameters<typeof contract.Budget.projects>) =>
      contract.Budget.projects(...args).map(() => null),
  },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // A defect of this release alone.
  projectsAsNull: {
    since: '0.30',
    until: '0.30',
    resolvers: projectsAsNull,
    notes: [note('has null in the place of each project', 'Budget.projects')],
  },
};
