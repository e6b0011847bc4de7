import { demoWorldFolder } from '../../conformance/targets/demo-world.ts';
import type { SelectionPath } from './selection-set.ts';
import { type WorldRecord, readWorldRecords, unknownId } from './world-records.ts';

/** A path to an object whose fields can be read. */
export interface EntryPoint {
  /** The type of the object. */
  type: string;
  operation: 'query' | 'mutation';
  path: SelectionPath;
}

/** For each kind of component its type, and by world file the field and the type of its records. */
const componentKinds: Record<string, { type: string; records: Record<string, [field: string, type: string]> }> = {
  proposals: { type: 'Proposals', records: { proposals: ['proposal', 'Proposal'] } },
  meetings: { type: 'Meetings', records: { meetings: ['meeting', 'Meeting'] } },
  accountability: {
    type: 'Accountability',
    records: { results: ['result', 'Result'], statuses: ['status', 'Status'] },
  },
  budgets: { type: 'Budgets', records: { budgets: ['budget', 'Budget'] } },
  pages: { type: 'Pages', records: {} },
};

const fixedEntryPoints: [type: string, ...path: string[]][] = [
  ['Organization', 'organization'],
  ['Decidim', 'decidim'],
  ['Session', 'session'],
  ['User', 'session', 'user'],
  ['User', 'users'],
  ['User', 'user'],
  ['ParticipatoryProcess', 'participatoryProcesses'],
  ['ParticipatoryProcess', 'participatoryProcess'],
  ['ParticipatoryProcess', 'participatoryProcess(slug: "nowhere")'],
  ['ParticipatoryProcessGroup', 'participatoryProcessGroups'],
  ['ParticipatoryProcessGroup', 'participatoryProcessGroup(id: 1)'],
  ['Assembly', 'assemblies'],
  ['Assembly', 'assembly(id: 1)'],
  ['StaticPage', 'staticPages'],
  ['StaticPageTopic', 'staticPageTopics'],
  ['Moderation', 'moderations'],
  ['UserModeration', 'moderatedUsers'],
];
const commentable = (type: string, id: number) =>
  `commentable(id: "${id}", type: "${type}", locale: "en", toggleTranslations: false)`;

const query = (type: string, ...path: string[]): EntryPoint => ({ type, operation: 'query', path });

/** Lists the entry points of a world, including an unknown record of each kind. */
export function listEntryPoints(worldFolder = demoWorldFolder): EntryPoint[] {
  const read = (kind: string) => readWorldRecords(worldFolder, kind);
  const ids = (kind: string) => [...read(kind).map(({ id }) => id), unknownId];
  return [
    ...fixedEntryPoints.map(([type, ...path]) => query(type, ...path)),
    ...ids('users').flatMap((id) => [
      query('User', `user(id: ${id})`),
      query('ParticipantDetails', `participantDetails(id: ${id})`),
    ]),
    ...read('users').map(({ nickname }) => query('User', `user(nickname: "${nickname}")`)),
    ...ids('processes').map((id) => query('ParticipatoryProcess', `participatoryProcess(id: ${id})`)),
    ...read('processes').map(({ slug }) => query('ParticipatoryProcess', `participatoryProcess(slug: "${slug}")`)),
    ...['Decidim::Proposals::Proposal', 'Decidim::Meetings::Meeting', 'Nowhere'].map((type) =>
      query('CommentableInterface', commentable(type, 1)),
    ),
    ...read('components').flatMap((component) => entryPointsOfComponent(worldFolder, component)),
    query('ComponentInterface', `component(id: ${unknownId})`),
  ];
}

function entryPointsOfComponent(worldFolder: string, { id, kind }: WorldRecord): EntryPoint[] {
  const { type, records } = componentKinds[kind!]!;
  const component = `component(id: ${id})`;
  const below = (fieldType: string, ...path: string[]) => query(fieldType, component, `... on ${type}`, ...path);
  return [
    query('ComponentInterface', component),
    below(type),
    ...Object.entries(records).flatMap(([file, [field, recordType]]) => {
      const ownRecords = readWorldRecords(worldFolder, file).filter(({ componentId }) => componentId === id);
      return [...ownRecords, { id: unknownId }].map((record) => below(recordType, `${field}(id: ${record.id})`));
    }),
    ...(kind === 'budgets' ? [below('Project', 'budget(id: 1)', 'projects')] : []),
    { type: `${type}Mutation`, operation: 'mutation', path: [component, `... on ${type}Mutation`] },
  ];
}
