import type { RequestContext } from '../../../graphql/context.ts';
import type { Comment, Component, Kind, Process, Records } from '../../../records/records.ts';
import { type Space, findComponents, isAssembly, isPublic } from '../../../resources/find-space.ts';
import { isHidden } from '../../../resources/visible.ts';
import type { Store } from '../../../store/store.ts';
import { findReadableThread, findThread } from './comments.ts';
import { findLabel } from './texts.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';
import { isParticipant, referenceTo } from './relations.ts';
import { type IsPerson, findListedUsers } from './users.ts';
import { type PlatformBehavior, forTypes, note } from '../resource.ts';

/** What components contain, in the order in which the platform counts it. */
const countedKinds = ['results', 'posts', 'projects', 'debates', 'meetings', 'proposals', 'surveys'] as const;
type CountedKind = (typeof countedKinds)[number];

/** The keys of the statistics of a space that differ from `<kind>_count`. */
const spaceKeys: Partial<Record<CountedKind, string>> = {
  meetings: 'participatory_space_meetings_count',
  proposals: 'participatory_space_proposals_count',
};

/** The kinds whose followers count as followers of the space. */
const followedKinds = new Set<Kind>(['projects', 'debates', 'meetings', 'proposals']);

/** The records of a kind in components that a statistic counts. */
export const findRecords = <K extends CountedKind>(
  kind: K,
  components: readonly Component[],
  store: Store,
): Records[K][] => {
  const found = components.flatMap(({ id }): readonly { id: number }[] => {
    if (kind === 'projects')
      return store.where('budgets', 'shownIn', id).flatMap((budget) => store.where('projects', 'budgetId', budget.id));
    // Surveys count before they are published.
    return store.where(kind, kind === 'surveys' ? 'componentId' : 'shownIn', id);
  });
  return found.filter(({ id }) => !isHidden(kind, id, store)) as Records[K][];
};

const isPublished = ({ publishedAt }: { publishedAt: string | null }): boolean => publishedAt !== null;
export const isNotWithdrawn = (record: { id: number; withdrawnAt?: string | null }): boolean =>
  (record.withdrawnAt ?? null) === null;

const findComments = (components: readonly Component[], store: Store, find = findThread): Comment[] =>
  store.highestId('comments') === 0
    ? []
    : countedKinds.flatMap((kind) => findRecords(kind, components, store).flatMap(({ id }) => find(kind, id, store)));

/** Adds up counts by key, in the order of the first count above zero. */
function toStatistics(counts: Iterable<[key: string, count: number]>) {
  const sums = new Map<string, number>();
  for (const [key, count] of counts) if (count > 0) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums].map(([key, value]) => ({ key, value }));
}

const Statistic = {
  description: ({ key }, _, { store }) => findLabel(`${key}_tooltip`, store),
  name: ({ key }, _, { store }) => findLabel(key, store),
} satisfies FieldResolvers<{ key: string }>;

const isRunning = ({ startDate, endDate }: Process, store: Store): boolean => {
  const today = store.now().slice(0, 10);
  return startDate !== null && startDate <= today && (endDate === null || endDate >= today);
};

/** Counts what anonymous users may see, by the key of the statistic. */
export function countOrganization(store: Store, isPerson: IsPerson): [key: string, count: number][] {
  const processes = store.all('processes').filter(isPublic);
  const assemblies = store.all('assemblies').filter(isPublic);
  const components = [...processes, ...assemblies].flatMap((space) => findComponents(space, store)).filter(isPublished);
  const comments = findComments(components, store, findReadableThread);
  return [
    ['users_count', findListedUsers(store, isPerson).length],
    ['processes_count', processes.filter((process) => isRunning(process, store)).length],
    ['assemblies_count', assemblies.length],
    ['comments_count', comments.length],
    ['meetings_count', findRecords('meetings', components, store).filter(isNotWithdrawn).length],
    ['proposals_count', findRecords('proposals', components, store).filter(isNotWithdrawn).length],
  ];
}

/** The number of users who wrote, registered or voted in components. */
function countParticipants(components: readonly Component[], store: Store): number {
  const meetings = findRecords('meetings', components, store);
  const proposals = findRecords('proposals', components, store);
  const budgets = components.flatMap(({ id }) => store.where('budgets', 'shownIn', id));
  const ids = [
    ...[...meetings, ...findRecords('debates', components, store)].map(({ authorId }) => authorId),
    ...proposals.flatMap(({ authorIds }) => authorIds),
    ...findComments(components, store).map(({ authorId }) => authorId),
    ...meetings.flatMap(({ id }) => store.where('registrations', 'meetingId', id)).map(({ userId }) => userId),
    ...proposals.flatMap(({ id }) => store.where('proposalVotes', 'proposalId', id)).map(({ userId }) => userId),
    ...budgets
      .flatMap(({ id }) => store.where('orders', 'budgetId', id))
      .filter(({ checkedOutAt }) => checkedOutAt !== null)
      .map(({ userId }) => userId),
  ];
  return new Set(ids.filter((id) => id !== null)).size;
}

/** `stats` of a space: counts the records of its published components and their followers; for a process also the people who took part. */
export function spaceStatistics(space: Space, _: unknown, { store }: RequestContext) {
  const components = findComponents(space, store).filter(isPublished);
  const counts = countedKinds.flatMap((kind): [string, number][] => {
    const records = findRecords(kind, components, store);
    const follows = records.flatMap(({ id }) => store.where('follows', 'followable', referenceTo(kind, id)));
    return [
      [spaceKeys[kind] ?? `${kind}_count`, records.filter(isNotWithdrawn).length],
      ['followers_count', followedKinds.has(kind) ? follows.length : 0],
    ];
  });
  return toStatistics(
    isAssembly(space) ? counts : [['participants_count', countParticipants(components, store)], ...counts],
  );
}

const Organization = {
  stats: (_, __, { store }) => toStatistics(countOrganization(store, isParticipant)),
} satisfies FieldResolvers;

export const resolvers = { Organization, Statistic };

/** A statistic is a key and a number, which can be 0. */
interface Statistic {
  key: string;
  value: number;
}

// In the order of the platform. Nobody follows or takes part in an organization itself.
const organizationKeys = ['users', 'processes', 'followers', 'participants', 'assemblies', 'comments'];

function formerOrganizationStatistics(_: unknown, __: unknown, { store }: RequestContext): Statistic[] {
  const counts = new Map(countOrganization(store, () => true));
  return organizationKeys.map((name) => ({ key: `${name}_count`, value: counts.get(`${name}_count`) ?? 0 }));
}

/** Counts the records of published components. The store has no sortitions. */
function formerSpaceStatistics(space: Space, _: unknown, { store }: RequestContext): Statistic[] {
  const components = findComponents(space, store).filter(({ publishedAt }) => publishedAt !== null);
  const countIn = (kind: 'budgets' | 'pages') =>
    components.reduce((count, { id }) => count + store.where(kind, 'shownIn', id).length, 0);
  const count = (kind: Parameters<typeof findRecords>[0]) =>
    findRecords(kind, components, store).filter(isNotWithdrawn).length;
  return [
    { key: 'results_count', value: count('results') },
    { key: 'posts_count', value: count('posts') },
    { key: 'budgets_count', value: countIn('budgets') },
    { key: 'debates_count', value: count('debates') },
    { key: 'meetings_count', value: count('meetings') },
    { key: 'pages_count', value: countIn('pages') },
    { key: 'proposals_count', value: count('proposals') },
    { key: 'sortitions_count', value: 0 },
    { key: 'surveys_count', value: count('surveys') },
  ];
}

// A job of the platform counts them at night; the store has no counts.
const metrics = (
  'users blocked_users user_reports reported_users participants followers participatory_processes assemblies ' +
  'comments proposals accepted_proposals votes endorsements meetings survey_answers results debates'
)
  .split(' ')
  .map((name) => ({ name, count: 0, history: [] }));

const statisticsWithoutLabels = {
  ...forTypes('Assembly ParticipatoryProcess ParticipatorySpace', { stats: formerSpaceStatistics }),
  Organization: { stats: formerOrganizationStatistics },
  Query: {
    metrics: (_: unknown, { names }: { names?: string[] | null }) =>
      metrics.filter(({ name }) => names?.includes(name) ?? true),
  },
  Statistic: { name: ({ key }: Statistic) => key },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // 0.31 gave statistics translated names and left out those that are 0; it removed metrics.
  statisticsWithoutLabels: {
    until: '0.30',
    resolvers: statisticsWithoutLabels,
    notes: [
      note('lists other statistics than 0.31, also those that are 0', '*.stats'),
      note('is a key, such as `users_count`; a translated text since 0.31', 'Statistic.name'),
    ],
  },
};
