import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';

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
    userId: t.reference('users', 'The follower.'),
    followable: t.recordReference(followable, 'What the user follows.'),
    ...t.timestamps,
  },
  indexes: by('userId', 'followable'),
});

export const badgeScores = defineKind({
  description: 'The scores with which users reach the levels of a badge.',
  fields: {
    userId: t.reference('users'),
    badgeName: t.text('The name of the badge, such as `followers`.'),
    value: t.integer('The score.', { minimum: 0 }),
  },
  indexes: by('userId'),
  samples: { badgeName: 'followers' },
});

export const members = defineKind({
  description: 'Members of spaces. They see a restricted space, but an API user does not see its components.',
  fields: {
    userId: t.reference('users'),
    space: t.recordReference(['processes', 'assemblies'], 'The space.'),
    ...t.timestamps,
  },
  indexes: by('userId'),
});
