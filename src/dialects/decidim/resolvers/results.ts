import type { RequestContext } from '../../../contract/request-context.ts';
import { findChildResults } from '../../../server/resolvers/results.ts';
import type { Component, Result as ResultRecord, Status as StatusRecord } from '../../../store/records.ts';
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

export const Result = {
  ...attachmentCollectionFields,
  ...createCommentFields('Decidim::Accountability::Result'),
  // The platform writes a parent's progress when the parent gets its first child.
  ...createVersionFields('results', (result: ResultRecord, store) => [
    ...findChildResults(result, store)
      .slice(0, 1)
      .map(({ createdAt }) => createdAt),
    ...changeTimes(result),
  ]),
  address: () => null,
  coordinates,
  milestones: () => [],
  proposals: ({ proposalIds }: ResultRecord, _: unknown, { store }: RequestContext) =>
    resolveLinkedProposals(proposalIds, store),
};

export const Status = createVersionFields('statuses');
