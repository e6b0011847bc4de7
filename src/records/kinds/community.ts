import { by, defineKind } from '../define-kind.ts';
import { integer, recordReference, reference, text, timestamps } from '../field-types.ts';

const followable = [
  'users',
  'processes',
  'assemblies',
  'proposals',
  'meetings',
  'projects',
  'debates',
  'posts',
  'results',
] as const;

export const follows = defineKind({
  description: 'What users follow.',
  fields: {
    userId: reference('users', 'The follower.'),
    followable: recordReference(followable, 'What the user follows.'),
    ...timestamps,
  },
  indexes: by('userId', 'followable'),
});

export const badgeScores = defineKind({
  description: 'The scores with which users reach the levels of a badge.',
  fields: {
    userId: reference('users'),
    badgeName: text('The name of the badge, such as `followers`.'),
    value: integer('The score.', { minimum: 0 }),
  },
  indexes: by('userId'),
  samples: { badgeName: 'followers' },
});

export const members = defineKind({
  description: 'Members of spaces. They see a restricted space, but an API user does not see its components.',
  fields: {
    userId: reference('users'),
    space: recordReference(['processes', 'assemblies'], 'The space.'),
    ...timestamps,
  },
  indexes: by('userId'),
});
