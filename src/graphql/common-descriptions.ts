import { commonFieldDescriptions, withoutDefault } from '../records/define-kind.ts';
import type { Descriptions } from './descriptions.ts';

/** What fields that mean the same in every kind of record mean in every type. */
export const fieldDescriptions: Descriptions = Object.fromEntries(
  Object.entries(commonFieldDescriptions).map(([field, text]) => [`*.${field}`, withoutDefault(text)]),
);

/** Descriptions of other fields and arguments that mean the same in every type. */
export const commonDescriptions: Descriptions = {
  '*.url': 'The address of its page.',
  '*.author': 'Who created it; null if it is official.',
  '*.coordinates': 'Its place on the map; null if it has none.',
  '*.taxonomies': 'The taxonomies that classify it.',
  '*.participatorySpace': 'The space that it belongs to.',
  '*.visible': 'Whether the menu of its space shows it.',
  '*.parent': 'What it is part of, of the same type; null at the top.',
  '*.children': 'Its parts, of the same type.',
  '*.childrenCount': 'The number of its parts.',
  '*.user': 'The user.',
  '*.locale': 'The locale of the texts.',
  '*.clientMutationId': 'An identifier chosen by the client. It is not stored.',
  '*.toggleTranslations': 'Accepted without effect: there is no machine translation.',
  '*.publishedBefore': 'Only records that were published until this day.',
  '*.publishedSince': 'Only records that were published since this day.',
  '*(id:)': 'The id of the record.',
  '*(input:)': 'The values of the mutation.',
  '*.attributes': 'The values of the record.',
  '*(alignment:)': 'In favour (1), neutral (0) or against (-1).',
  '*(body:)': 'The text.',
  '*(filter:)': 'Only records that match.',
  '*(locale:)': 'The locale of the response.',
  '*(nickname:)': 'The name in mentions, with or without `@`.',
  '*(order:)': 'The order of the records.',
  '*(orderBy:)': 'The order: `older`, `recent`, `best_rated` or `most_discussed`.',
  '*(singleCommentId:)': 'Only the comment with this id.',
  '*(toggleTranslations:)': 'Accepted without effect: there is no machine translation.',
  '*(type:)': 'The name of a class of the platform, such as `Decidim::Proposals::Proposal`.',

  '*Connection': 'A page of a list.',
  '*Edge': 'A record in a page of a list.',
  '*.edges': 'The records of the page, each with its cursor.',
  '*.nodes': 'The records of the page.',
  '*.pageInfo': 'Where the page is in the list.',
  '*.cursor': 'The place in the list, for `after` and `before`.',
  '*.node': 'The record.',
  '*(after:)': 'Only records after this cursor.',
  '*(before:)': 'Only records before this cursor.',
  '*(first:)': 'At most this number of records, from the beginning.',
  '*(last:)': 'At most this number of records, from the end.',
};
