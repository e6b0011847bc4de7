import type { RequestContext } from '../../../contract/request-context.ts';
import { findChildResults, sortIds } from '../../../server/resolvers/results.ts';
import type {
  Component,
  Milestone as MilestoneRecord,
  Result as ResultRecord,
  Status as StatusRecord,
} from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import {
  attachmentCollectionFields,
  changeTimes,
  coordinates,
  createCommentFields,
  createVersionFields,
} from './interface-fields.ts';
import { resolveLinkedProposals } from './proposals.ts';

const byProgress = (a: StatusRecord, b: StatusRecord): number =>
  (a.progress ?? Infinity) - (b.progress ?? Infinity) || (a.key < b.key ? -1 : 1);

export const Accountability = {
  statuses: (component: Component, _: unknown, { store }: RequestContext) =>
    store.where('statuses', 'shownIn', component.id).toSorted(byProgress),
};

/** The times of the changes of a result. Without a count of them, the first child is one: it determines the progress. */
export const changeTimesOfResult = (result: ResultRecord, store: Store): string[] =>
  result.changes === undefined
    ? [
        ...findChildResults(result, store)
          .slice(0, 1)
          .map(({ createdAt }) => createdAt),
        ...changeTimes(result),
      ]
    : Array<string>(result.changes).fill(result.updatedAt);

const byDate = (a: MilestoneRecord, b: MilestoneRecord): number =>
  a.entryDate === b.entryDate ? a.id - b.id : a.entryDate < b.entryDate ? -1 : 1;

export const Result = {
  ...attachmentCollectionFields,
  ...createCommentFields('Decidim::Accountability::Result'),
  ...createVersionFields('results', changeTimesOfResult),
  address: () => null,
  coordinates,
  milestones: ({ id }: ResultRecord, _: unknown, { store }: RequestContext) =>
    store.where('milestones', 'resultId', id).toSorted(byDate),
  proposals: ({ proposalIds }: ResultRecord, _: unknown, { store }: RequestContext) =>
    resolveLinkedProposals(sortIds(proposalIds), store),
};

export const Milestone = {
  ...createVersionFields('milestones', ({ changes, updatedAt }: MilestoneRecord) =>
    Array<string>(changes).fill(updatedAt),
  ),
  result: ({ resultId }: MilestoneRecord, _: unknown, { store }: RequestContext) => store.find('results', resultId),
};

export const Status = createVersionFields('statuses');
