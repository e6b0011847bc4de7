import type { Descriptions } from '../../../graphql/descriptions.ts';

const sortBy = (type: string, ...fields: string[]): Descriptions =>
  Object.fromEntries(fields.map((field) => [`${type}.${field}`, 'The direction: `asc` or `desc`.']));

/** The filters and orders of lists. */
export const filters: Descriptions = {
  '*(filter:)': 'Only records that match.',
  '*(order:)': 'The order of the records.',
  '*.publishedBefore': 'Only records that were published until this day.',
  '*.publishedSince': 'Only records that were published since this day.',
  CategoryFilter: 'Which categories to list.',
  'CategoryFilter.parentId': 'Only categories below these.',
  ComponentFilter: 'Which components to list.',
  'ComponentFilter.locale': 'The locale of the name.',
  'ComponentFilter.name': 'Only components whose name contains this text.',
  'ComponentFilter.type': 'Only components of this type, such as `Proposals`.',
  'ComponentFilter.withCommentsEnabled': 'Only components that allow comments, or do not.',
  'ComponentFilter.withGeolocationEnabled': 'Only components that show a map, or do not.',
  ComponentSort: 'How to order components.',
  ...sortBy('ComponentSort', 'id', 'name', 'type', 'weight'),
  'ComponentSort.locale': 'The locale of the names that `name` sorts by.',
  ParticipatoryProcessFilter: 'Which spaces to list.',
  ParticipatoryProcessSort: 'How to order spaces.',
  ...sortBy('ParticipatoryProcessSort', 'id', 'publishedAt', 'startDate'),
  PostFilter: 'Which posts to list.',
  'PostFilter.createdBefore': 'Only posts that were created until this day.',
  'PostFilter.createdSince': 'Only posts that were created since this day.',
  'PostFilter.updatedBefore': 'Only posts that were last changed until this day.',
  'PostFilter.updatedSince': 'Only posts that were last changed since this day.',
  PostSort: 'How to order posts.',
  ...sortBy('PostSort', 'createdAt', 'id', 'likeCount', 'updatedAt'),
  ProposalFilter: 'Which proposals to list.',
  ProposalSort: 'How to order proposals.',
  ...sortBy('ProposalSort', 'id', 'likeCount', 'publishedAt', 'voteCount'),
  UserEntityFilter: 'Which users to list.',
  'UserEntityFilter.excludeIds': 'Not the users with these ids.',
  'UserEntityFilter.name': 'Only users whose name contains this text.',
  'UserEntityFilter.nickname': 'Only users whose nickname contains this text.',
  'UserEntityFilter.wildcard': 'Only users whose name or nickname contains this text.',
  UserEntitySort: 'How to order users.',
  ...sortBy('UserEntitySort', 'id', 'name', 'nickname', 'type'),
};
