import type { KindRules, RecordOf } from './define-kind.ts';
import { milestones, results, statuses } from './kinds/accountability.ts';
import { attachmentCollections, attachments } from './kinds/attachments.ts';
import { budgets, orders, projects } from './kinds/budgets.ts';
import { commentVotes, comments } from './kinds/comments.ts';
import { components } from './kinds/components.ts';
import { debates, pages, posts } from './kinds/debates.ts';
import { agendaItems, agendas, meetings, registrations, services } from './kinds/meetings.ts';
import { moderations, reports, userModerations, userReports } from './kinds/moderation.ts';
import { organization, revocations, staticPageTopics, staticPages, taxonomies } from './kinds/organization.ts';
import { badgeScores, follows, members, users } from './kinds/people.ts';
import { amendments, likes, proposalStates, proposalVotes, proposals } from './kinds/proposals.ts';
import { assemblies, processGroups, processes, spaceLinks, steps } from './kinds/spaces.ts';
import { questionnaires, questions, surveys } from './kinds/surveys.ts';
import { versions } from './kinds/versions.ts';

export { isShown } from './define-kind.ts';

const definitions = {
  organization,
  users,
  taxonomies,
  processGroups,
  processes,
  steps,
  assemblies,
  spaceLinks,
  components,
  proposalStates,
  proposals,
  proposalVotes,
  amendments,
  likes,
  meetings,
  registrations,
  agendas,
  agendaItems,
  services,
  statuses,
  results,
  milestones,
  budgets,
  projects,
  orders,
  debates,
  posts,
  pages,
  surveys,
  questionnaires,
  questions,
  comments,
  commentVotes,
  attachmentCollections,
  attachments,
  follows,
  members,
  badgeScores,
  moderations,
  reports,
  userModerations,
  userReports,
  staticPageTopics,
  staticPages,
  versions,
  revocations,
};

/** The record type of each kind. The kind is also the name of its file in a world folder. */
export type Records = { [K in keyof typeof definitions]: RecordOf<(typeof definitions)[K]> };
export type Kind = keyof Records;

/** The rules of each kind. */
export const kinds: Record<Kind, KindRules> = definitions;

/** The names of all kinds of record. */
export const kindNames = Object.keys(kinds) as Kind[];

/** The kinds that a world folder can contain, one file each. */
export const worldKinds = kindNames.filter((kind) => kind !== 'revocations');

/** Whether a string is the name of a kind. */
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** The fields of a kind that hold a date-time. */
export const dateTimeFields = (kind: Kind): string[] =>
  Object.entries(kinds[kind].schema.properties as Record<string, { format?: string; anyOf?: { format?: string }[] }>)
    .filter(([, schema]) => (schema.anyOf?.[0] ?? schema).format === 'stored-date-time')
    .map(([field]) => field);

/** The reference of a record, such as `TH-MEET-2026-11-5`: prefix, kind, year and month of creation, id. */
export const formatReference = (kind: Kind, id: number, prefix: string, createdAt: string): string =>
  `${prefix}-${kinds[kind].referenceCode}-${createdAt.slice(0, 4)}-${createdAt.slice(5, 7)}-${id}`;

/** Splits the reference `proposals/1` into its kind and id. */
export function parseRecordReference(reference: string): { kind: Kind; id: number } {
  const [kind, id] = reference.split('/');
  return { kind: kind as Kind, id: Number(id) };
}
