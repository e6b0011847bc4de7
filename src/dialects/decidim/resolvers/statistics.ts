import type { RequestContext } from '../../../contract/request-context.ts';
import type { Component, Process } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { findFollowers } from './proposals.ts';
import { isSpaceVisible } from '../../../server/resolvers/spaces.ts';
import { isPerson } from './users.ts';

const inComponents = <K extends 'proposals' | 'meetings' | 'results' | 'budgets'>(
  kind: K,
  components: readonly Component[],
  store: Store,
) => components.flatMap(({ id }) => store.where(kind, 'shownIn', id));

const published = ({ publishedAt }: { publishedAt: string | null }): boolean => publishedAt !== null;
const standing = ({ withdrawnAt = null }: { withdrawnAt?: string | null }): boolean => withdrawnAt === null;

/** Numbers above zero, by their key, in this order. */
const statistics = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .filter(([, value]) => value > 0)
    // The id is for what is not stored of a number: its name and its description.
    .map(([key, value]) => ({ id: key, key, value }));

/** `Organization.stats`: what everybody may see. */
export function organizationStatistics(_: unknown, __: unknown, { store }: RequestContext) {
  const processes = store.all('processes').filter((process) => isSpaceVisible(process, null));
  const components = processes.flatMap(({ id }) => store.where('components', 'processId', id)).filter(published);
  return statistics({
    users_count: store.all('users').filter(isPerson).length,
    processes_count: processes.filter(({ startDate, endDate }) => isActive(startDate, endDate, store)).length,
    meetings_count: inComponents('meetings', components, store).filter(standing).length,
    proposals_count: inComponents('proposals', components, store).filter(standing).length,
  });
}

const isActive = (start: string | null, end: string | null, store: Store): boolean => {
  const today = store.now().slice(0, 10);
  return start !== null && start <= today && (end === null || end >= today);
};

/** `stats` of a process: what its published components hold, and who took part in it. */
export function processStatistics({ id }: Process, _: unknown, { store }: RequestContext) {
  const components = store.where('components', 'processId', id).filter(published);
  const proposals = inComponents('proposals', components, store);
  const meetings = inComponents('meetings', components, store);
  const budgets = inComponents('budgets', components, store);
  const participants = [
    ...meetings.map(({ authorId }) => authorId),
    ...proposals.flatMap(({ authorIds }) => authorIds),
  ];
  return statistics({
    participants_count: new Set(participants.filter((each) => each !== null)).size,
    results_count: inComponents('results', components, store).length,
    projects_count: budgets.flatMap((budget) => store.where('projects', 'budgetId', budget.id)).length,
    participatory_space_meetings_count: meetings.filter(standing).length,
    participatory_space_proposals_count: proposals.filter(standing).length,
    followers_count: proposals.flatMap((proposal) => findFollowers(proposal, store)).length,
  });
}
