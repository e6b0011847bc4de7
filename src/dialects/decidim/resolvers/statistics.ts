import type { RequestContext } from '../../../contract/request-context.ts';
import { findComponents, isSpaceVisible } from '../../../server/resolvers/find-space.ts';
import type { Component, Process } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { findLabel } from './labels.ts';
import { findFollowers } from './follows.ts';
import { findListedUsers } from './users.ts';

const findPublished = <K extends 'proposals' | 'meetings' | 'results' | 'budgets'>(
  kind: K,
  components: readonly Component[],
  store: Store,
) => components.flatMap(({ id }) => store.where(kind, 'shownIn', id));

const isPublished = ({ publishedAt }: { publishedAt: string | null }): boolean => publishedAt !== null;
const isNotWithdrawn = ({ withdrawnAt = null }: { withdrawnAt?: string | null }): boolean => withdrawnAt === null;

/** The statistics above zero, in the order of the counts. */
const toStatistics = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, value]) => value > 0)
    // Mocked fields of a statistic depend on its id.
    .map(([key, value]) => ({ id: key, key, value }));

export const Statistic = {
  name: ({ key }: { key: string }, _: unknown, { store }: RequestContext) => findLabel(key, store),
};

/** `Organization.stats`: counts what anonymous users may see. */
export function organizationStatistics(_: unknown, __: unknown, { store }: RequestContext) {
  const processes = store.all('processes').filter((process) => isSpaceVisible(process, null));
  const components = processes.flatMap((process) => findComponents(process, store)).filter(isPublished);
  return toStatistics({
    users_count: findListedUsers(store).length,
    processes_count: processes.filter((process) => isActive(process, store)).length,
    meetings_count: findPublished('meetings', components, store).filter(isNotWithdrawn).length,
    proposals_count: findPublished('proposals', components, store).filter(isNotWithdrawn).length,
  });
}

const isActive = ({ startDate, endDate }: Process, store: Store): boolean => {
  const today = store.now().slice(0, 10);
  return startDate !== null && startDate <= today && (endDate === null || endDate >= today);
};

/** `stats` of a process: counts the records of its published components, and the people who took part. */
export function processStatistics(process: Process, _: unknown, { store }: RequestContext) {
  const components = findComponents(process, store).filter(isPublished);
  const proposals = findPublished('proposals', components, store);
  const meetings = findPublished('meetings', components, store);
  const budgets = findPublished('budgets', components, store);
  const participants = [
    ...meetings.map(({ authorId }) => authorId),
    ...proposals.flatMap(({ authorIds }) => authorIds),
  ];
  return toStatistics({
    participants_count: new Set(participants.filter((each) => each !== null)).size,
    results_count: findPublished('results', components, store).length,
    projects_count: budgets.flatMap((budget) => store.where('projects', 'budgetId', budget.id)).length,
    participatory_space_meetings_count: meetings.filter(isNotWithdrawn).length,
    participatory_space_proposals_count: proposals.filter(isNotWithdrawn).length,
    followers_count: proposals.flatMap((proposal) => findFollowers('proposals', proposal.id, store)).length,
  });
}
