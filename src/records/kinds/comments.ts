import { by, defineKind } from '../define-kind.ts';
import { dateTime, optional, recordReference, reference, timestamps, translations } from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const comments = defineKind({
  description: 'Comments, in threads.',
  fields: {
    commentable: recordReference(
      ['proposals', 'meetings', 'results', 'projects', 'debates', 'posts', 'comments'],
      'What it comments on; a comment for a reply.',
    ),
    authorId: reference('users', 'Who wrote it.'),
    body: translations(),
    alignment: Type.Unsafe<-1 | 0 | 1>({
      type: 'integer',
      enum: [-1, 0, 1],
      default: 0,
      description: 'Against (-1), neutral (0) or in favour (1).',
    }),
    ...timestamps,
    deletedAt: optional(dateTime()),
  },
  indexes: by('commentable'),
  parentField: 'commentable',
});

export const commentVotes = defineKind({
  description: 'Votes on comments.',
  fields: {
    commentId: reference('comments', 'The comment.'),
    userId: reference('users'),
    weight: Type.Unsafe<-1 | 0 | 1>({
      type: 'integer',
      enum: [-1, 0, 1],
      description: 'Up (1), down (-1), or taken back (0).',
    }),
    ...timestamps,
  },
  indexes: by('commentId'),
  samples: { weight: 1 },
});
