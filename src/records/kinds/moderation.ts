import { by, defineKind } from '../define-kind.ts';
import { dateTime, nullable, optional, recordReference, reference, text, timestamps } from '../field-types.ts';

export const moderations = defineKind({
  description: 'What users have reported, and what the moderators have hidden.',
  fields: {
    reportable: recordReference(['proposals', 'meetings', 'debates', 'posts', 'comments'], 'What was reported.'),
    reportedContent: text('What it said when it was reported.'),
    hiddenAt: nullable(dateTime('When the moderators hid it.')),
    ...timestamps,
  },
  indexes: by('reportable'),
});

export const reports = defineKind({
  description: 'Reports about records.',
  fields: {
    moderationId: reference('moderations', 'The moderation of the record.'),
    userId: reference('users', 'Who reported it.'),
    reason: text(),
    details: text(),
    locale: text('The locale in which the reporter saw it.'),
    ...timestamps,
  },
  indexes: by('moderationId'),
  samples: { reason: 'spam', locale: ({ defaultLocale }) => defaultLocale },
});

export const userModerations = defineKind({
  description: 'Users who were reported.',
  fields: {
    userId: reference('users'),
    ...timestamps,
    blockedAt: optional(dateTime('When the user was blocked.')),
    blockingUserId: optional(reference('users', 'Who blocked the user.')),
    blockReasons: optional(text('Why the user was blocked.')),
  },
  indexes: by('userId'),
});

export const userReports = defineKind({
  description: 'Reports about users.',
  fields: {
    userModerationId: reference('userModerations', 'The moderation of the user.'),
    userId: reference('users', 'Who reported the user.'),
    reason: text(),
    details: text(),
    ...timestamps,
  },
  indexes: by('userModerationId'),
  samples: { reason: 'spam' },
});
