import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const comments = defineKind({
  description: 'Comments, in threads.',
  fields: {
    commentable: t.recordReference(
      ['proposals', 'meetings', 'results', 'projects', 'debates', 'posts', 'comments'],
      'What it comments on; a comment for a reply.',
    ),
    authorId: t.reference('users', 'Who wrote it.'),
    body: t.translations(),
    alignment: Type.Unsafe<-1 | 0 | 1>({
      type: 'integer',
      enum: [-1, 0, 1],
      default: 0,
      description: 'Against (-1), neutral (0) or in favour (1).',
    }),
    ...t.timestamps,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: by('commentable'),
  parentField: 'commentable',
});

export const commentVotes = defineKind({
  description: 'Votes on comments.',
  fields: {
    commentId: t.reference('comments', 'The comment.'),
    userId: t.reference('users'),
    weight: Type.Unsafe<-1 | 0 | 1>({
      type: 'integer',
      enum: [-1, 0, 1],
      description: 'Up (1), down (-1), or taken back (0).',
    }),
    ...t.timestamps,
  },
  indexes: by('commentId'),
  samples: { weight: 1 },
});
