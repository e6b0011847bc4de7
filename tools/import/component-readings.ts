import type { Kind } from '../../src/records/records.ts';
import { comments } from './comment-reading.ts';
import { meeting } from './meeting-reading.ts';
import { attachmentCollections, attachments, followers, likes, list, versions } from './attached-records.ts';
import { proposal } from './proposal-reading.ts';
import { type PartReading, type RecordReading, readingOf } from './record-reading.ts';
import { survey } from './survey-reading.ts';
import { converted, day, references, scalar } from './values.ts';
import { referenceTo } from './world-builder.ts';

const status = readingOf('statuses', 'Status', { componentId: null }, [versions('statuses')]);
const milestone = readingOf('milestones', 'Milestone', { resultId: null }, [versions('milestones')]);
const result = readingOf(
  'results',
  'Result',
  {
    componentId: null,
    // The platform shows more than 100 of a result whose children have large weights.
    progress: converted('progress', (value) => (typeof value === 'number' ? Math.min(100, Math.max(0, value)) : null)),
    proposalIds: references('proposals', 'Proposal'),
    projectIds: references('projects', 'Project'),
  },
  [
    list('milestones', milestone, ({ id }) => ({ resultId: id })),
    comments('results'),
    attachments('results'),
    attachmentCollections('results'),
    versions('results'),
  ],
);

const projectVotes: PartReading = {
  fields: [{ name: 'confirmedVotes' }],
  read({ value }, { id }, world) {
    world.addHint(referenceTo('projects', id), { votesShown: typeof value['confirmedVotes'] === 'number' });
  },
};
const project = readingOf(
  'projects',
  'Project',
  {
    budgetId: null,
    budgetAmount: scalar('budget_amount'),
    selectedAt: day('selectedAt'),
    proposalIds: references('relatedProposals', 'Proposal'),
  },
  [
    projectVotes,
    followers('projects'),
    comments('projects'),
    attachments('projects'),
    attachmentCollections('projects'),
    versions('projects'),
  ],
);
const budget = readingOf('budgets', 'Budget', { componentId: null, totalBudget: scalar('total_budget') }, [
  list('projects', project, ({ id }) => ({ budgetId: id })),
  versions('budgets'),
]);

const discussion = (kind: Kind): PartReading[] => [
  likes(kind),
  followers(kind),
  comments(kind),
  attachments(kind),
  versions(kind),
];
const debate = readingOf('debates', 'Debate', { componentId: null }, discussion('debates'));
const post = readingOf('posts', 'Post', { componentId: null }, discussion('posts'));
const page = readingOf('pages', 'Page', { componentId: null });

/** How the records of a type of component are read: the fields with all of them and with one, and what else the component has. */
export interface ComponentReading {
  kind: string;
  many: string;
  one: string;
  reading: RecordReading;
  parts: PartReading[];
}

/** How components are read, by their types. */
export const componentReadings: Record<string, ComponentReading> = {
  Accountability: {
    kind: 'accountability',
    many: 'results',
    one: 'result',
    reading: result,
    parts: [list('statuses', status, ({ id }) => ({ componentId: id }))],
  },
  Blogs: { kind: 'blogs', many: 'posts', one: 'post', reading: post, parts: [] },
  Budgets: { kind: 'budgets', many: 'budgets', one: 'budget', reading: budget, parts: [] },
  Debates: { kind: 'debates', many: 'debates', one: 'debate', reading: debate, parts: [] },
  Meetings: { kind: 'meetings', many: 'meetings', one: 'meeting', reading: meeting, parts: [] },
  Pages: { kind: 'pages', many: 'pages', one: 'page', reading: page, parts: [] },
  Proposals: { kind: 'proposals', many: 'proposals', one: 'proposal', reading: proposal, parts: [] },
  Surveys: { kind: 'surveys', many: 'surveys', one: 'survey', reading: survey, parts: [] },
};
