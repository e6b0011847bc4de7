import type { RequestContext } from '../../../../graphql/context.ts';
import { type Space, findComponents } from '../../../../server/resolvers/find-space.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { countOrganization, findRecords, isNotWithdrawn } from '../../resolvers/organization.ts';

/** In the order of the platform. Nobody follows or takes part in an organization itself. */
const organizationKeys = [
  'users_count',
  'processes_count',
  'followers_count',
  'participants_count',
  'assemblies_count',
  'comments_count',
];

/** A statistic is the name of its key and a number, which can be 0. */
interface Statistic {
  key: string;
  value: number;
}

function organizationStatistics(_: unknown, __: unknown, { store }: RequestContext): Statistic[] {
  const counts = new Map(countOrganization(store, () => true));
  return organizationKeys.map((key) => ({ key, value: counts.get(key) ?? 0 }));
}

/** `stats` of a space: the records of its published components. The store has no sortitions. */
function spaceStatistics(space: Space, _: unknown, { store }: RequestContext): Statistic[] {
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

const stats = { stats: spaceStatistics };

/** The metrics of the platform. A job counts them at night; the store has none. */
const metrics = [
  'users',
  'blocked_users',
  'user_reports',
  'reported_users',
  'participants',
  'followers',
  'participatory_processes',
  'assemblies',
  'comments',
  'proposals',
  'accepted_proposals',
  'votes',
  'endorsements',
  'meetings',
  'survey_answers',
  'results',
  'debates',
].map((name) => ({ name, count: 0, history: [] }));

export const overrides: DecidimOverrides = {
  resolvers: {
    Assembly: stats,
    Organization: { stats: organizationStatistics },
    ParticipatoryProcess: stats,
    ParticipatorySpace: stats,
    Query: {
      metrics: (_: unknown, { names }: { names?: string[] | null }) =>
        metrics.filter(({ name }) => names?.includes(name) ?? true),
    },
    Statistic: { name: ({ key }: Statistic) => key },
  },
};
