import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoWorldFolder } from '../../conformance/targets/demo-world.ts';
import type { SelectionPath } from './selection-set.ts';

/** A place in the world from which fields can be read. */
export interface EntryPoint {
  /** The type that stands there, as the schema says it. */
  type: string;
  operation: 'query' | 'mutation';
  path: SelectionPath;
}

/** The records of one kind in a world folder; `componentId` where they belong to a component. */
export type WorldRecord = { id: number; componentId?: number; kind?: string; slug?: string; nickname?: string };

/** The records of one file of a world folder. */
export const readWorldRecords = (world: string, kind: string): WorldRecord[] =>
  JSON.parse(readFileSync(join(world, `${kind}.json`), 'utf8')) as WorldRecord[];

/** An id that no record has. */
export const unknownId = 99;

/** Kinds of components: their type, and the fields that open a record, by the file of the records. */
const kinds: Record<string, { type: string; records: Record<string, [field: string, type: string]> }> = {
  proposals: { type: 'Proposals', records: { proposals: ['proposal', 'Proposal'] } },
  meetings: { type: 'Meetings', records: { meetings: ['meeting', 'Meeting'] } },
  accountability: {
    type: 'Accountability',
    records: { results: ['result', 'Result'], statuses: ['status', 'Status'] },
  },
  budgets: { type: 'Budgets', records: { budgets: ['budget', 'Budget'] } },
  pages: { type: 'Pages', records: {} },
};

const roots: [type: string, ...steps: string[]][] = [
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

/** Every place of a world to read from; a record that is not there too, of each kind. */
export function listEntryPoints(world = demoWorldFolder): EntryPoint[] {
  const ids = (kind: string) => [...readWorldRecords(world, kind).map(({ id }) => id), unknownId];
  return [
    ...roots.map(([type, ...steps]) => query(type, ...steps)),
    ...ids('users').flatMap((id) => [
      query('User', `user(id: ${id})`),
      query('ParticipantDetails', `participantDetails(id: ${id})`),
    ]),
    ...readWorldRecords(world, 'users').map(({ nickname }) => query('User', `user(nickname: "${nickname}")`)),
    ...ids('processes').map((id) => query('ParticipatoryProcess', `participatoryProcess(id: ${id})`)),
    ...readWorldRecords(world, 'processes').map(({ slug }) =>
      query('ParticipatoryProcess', `participatoryProcess(slug: "${slug}")`),
    ),
    ...['Decidim::Proposals::Proposal', 'Decidim::Meetings::Meeting', 'Nowhere'].map((type) =>
      query('CommentableInterface', commentable(type, 1)),
    ),
    ...readWorldRecords(world, 'components').flatMap((component) => ofComponent(world, component)),
    query('ComponentInterface', `component(id: ${unknownId})`),
  ];
}

function ofComponent(world: string, { id, kind }: WorldRecord): EntryPoint[] {
  const { type, records } = kinds[kind!]!;
  const component = `component(id: ${id})`;
  const inside = (fieldType: string, ...steps: string[]): EntryPoint => ({
    type: fieldType,
    operation: 'query',
    path: [component, `... on ${type}`, ...steps],
  });
  const mutation = `${type}Mutation`;
  return [
    { type: 'ComponentInterface', operation: 'query', path: [component] },
    inside(type),
    ...Object.entries(records).flatMap(([file, [field, recordType]]) => {
      const there = readWorldRecords(world, file).filter(({ componentId }) => componentId === id);
      return [...there, { id: unknownId }].map((record) => inside(recordType, `${field}(id: ${record.id})`));
    }),
    ...(kind === 'budgets' ? [inside('Project', 'budget(id: 1)', 'projects')] : []),
    { type: mutation, operation: 'mutation', path: [component, `... on ${mutation}`] },
  ];
}
