import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';

export const moderations = defineKind({
  description: 'What users have reported, and what the moderators have hidden.',
  fields: {
    reportable: t.recordReference(['proposals', 'meetings', 'debates', 'posts', 'comments'], 'What was reported.'),
    reportedContent: t.text('What it said when it was reported.'),
    hiddenAt: t.nullable(t.dateTime('When the moderators hid it.')),
    ...t.timestamps,
  },
  indexes: by('reportable'),
});

export const reports = defineKind({
  description: 'Reports about records.',
  fields: {
    moderationId: t.reference('moderations', 'The moderation of the record.'),
    userId: t.reference('users', 'Who reported it.'),
    reason: t.text(),
    details: t.text(),
    locale: t.text('The locale in which the reporter saw it.'),
    ...t.timestamps,
  },
  indexes: by('moderationId'),
  samples: { reason: 'spam', locale: ({ defaultLocale }) => defaultLocale },
});

export const userModerations = defineKind({
  description: 'Users who were reported.',
  fields: {
    userId: t.reference('users'),
    ...t.timestamps,
    blockedAt: t.optional(t.dateTime('When the user was blocked.')),
    blockingUserId: t.optional(t.reference('users', 'Who blocked the user.')),
    blockReasons: t.optional(t.text('Why the user was blocked.')),
  },
  indexes: by('userId'),
});

export const userReports = defineKind({
  description: 'Reports about users.',
  fields: {
    userModerationId: t.reference('userModerations', 'The moderation of the user.'),
    userId: t.reference('users', 'Who reported the user.'),
    reason: t.text(),
    details: t.text(),
    ...t.timestamps,
  },
  indexes: by('userModerationId'),
  samples: { reason: 'spam' },
});
