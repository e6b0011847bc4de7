import { by, byOfShown, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';

const attachable = [
  'processes',
  'assemblies',
  'proposals',
  'meetings',
  'results',
  'projects',
  'debates',
  'posts',
] as const;

export const attachmentCollections = defineKind({
  description: 'Folders of attachments.',
  fields: {
    collectionFor: t.recordReference(['processes', 'assemblies', 'results', 'projects'], 'What they are attached to.'),
    name: t.translations(),
    description: t.translations(),
    weight: t.integer(),
  },
  indexes: by('collectionFor'),
});

export const attachments = defineKind({
  description: 'Files and links attached to other records.',
  fields: {
    attachedTo: t.recordReference(attachable, 'What it is attached to.'),
    collectionId: t.nullable(t.reference('attachmentCollections', 'The folder that it is in.')),
    title: t.translations(),
    description: t.translations(),
    weight: t.integer(),
    link: t.nullable(t.url('The URL of a link; null for a file.')),
    file: t.nullable(t.file('The file; null for a link.')),
    ...t.timestamps,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: byOfShown('attachedTo', 'collectionId'),
  exactlyOneOf: ['link', 'file'],
  samples: { link: ({ record, id }) => (record['file'] == null ? `https://example.org/${id}` : null) },
});
