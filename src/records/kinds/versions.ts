import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const versions = defineKind({
  description:
    'The history of records. A record without any has a version of its creation and one of each change, without what changed.',
  fields: {
    item: t.recordReference(
      ['assemblies', 'proposals', 'results', 'statuses', 'milestones', 'budgets', 'projects', 'debates', 'posts'],
      'The record.',
    ),
    editorId: t.nullable(t.reference('users', 'Who made the change.')),
    changeset: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'What changed: each column with its value before and after.',
    }),
    createdAt: t.dateTime(),
  },
  indexes: by('item'),
});
