import { findChildResults } from '../../../server/resolvers/results.ts';
import type { Result as ResultRecord } from '../../../store/records.ts';
import { attachmentCollectionFields, createCommentFields } from './constant-fields.ts';
import { createVersionFields, updateTimes } from './versions.ts';

/** What a result has on the platform beyond the contract. */
export const DecidimResult = {
  ...attachmentCollectionFields,
  ...createCommentFields('Decidim::Accountability::Result'),
  // The progress of a parent is written when it gets a child.
  ...createVersionFields('results', (result: ResultRecord, store) => [
    ...findChildResults(result, store)
      .slice(0, 1)
      .map(({ createdAt }) => createdAt),
    ...updateTimes(result),
  ]),
  address: () => null,
  milestones: () => [],
};

export const DecidimStatus = createVersionFields('statuses');
