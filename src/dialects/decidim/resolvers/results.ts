import type { RequestContext } from '../../../graphql/context.ts';
import { sortIds } from '../../../server/resolvers/results.ts';
import type {
  Component,
  Milestone as MilestoneRecord,
  Result as ResultRecord,
  Status as StatusRecord,
} from '../../../records/records.ts';
import { resolveLinkedProposals } from './proposals.ts';
import { many, one } from './relations.ts';

const byProgress = (a: StatusRecord, b: StatusRecord): number =>
  (a.progress ?? Infinity) - (b.progress ?? Infinity) || (a.key < b.key ? -1 : 1);

export const Accountability = {
  statuses: (component: Component, _: unknown, { store }: RequestContext) =>
    store.where('statuses', 'shownIn', component.id).toSorted(byProgress),
};

const byDate = (a: MilestoneRecord, b: MilestoneRecord): number =>
  a.entryDate === b.entryDate ? a.id - b.id : a.entryDate < b.entryDate ? -1 : 1;

export const Result = {
  description: ({ description }: ResultRecord) => description,
  milestones: many('milestones', 'resultId', byDate),
  proposals: ({ proposalIds }: ResultRecord, _: unknown, { store }: RequestContext) =>
    resolveLinkedProposals(sortIds(proposalIds), store),
};

export const Milestone = { result: one('results', 'resultId') };
