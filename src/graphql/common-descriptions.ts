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
  '*(id:)': 'The id of the record.',
  '*(input:)': 'The values of the mutation.',
  '*.attributes': 'The values of the record.',

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
