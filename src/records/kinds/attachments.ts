import { by, byOfShown, defineKind } from '../define-kind.ts';
import {
  dateTime,
  file,
  integer,
  nullable,
  optional,
  recordReference,
  reference,
  timestamps,
  translations,
  url,
} from '../field-types.ts';

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
    collectionFor: recordReference(['processes', 'assemblies', 'results', 'projects'], 'What they are attached to.'),
    name: translations(),
    description: translations(),
    weight: integer(),
  },
  indexes: by('collectionFor'),
});

export const attachments = defineKind({
  description: 'Files and links attached to other records.',
  fields: {
    attachedTo: recordReference(attachable, 'What it is attached to.'),
    collectionId: nullable(reference('attachmentCollections', 'The folder that it is in.')),
    title: translations(),
    description: translations(),
    weight: integer(),
    link: nullable(url('The URL of a link; null for a file.')),
    file: nullable(file('The file; null for a link.')),
    ...timestamps,
    deletedAt: optional(dateTime()),
  },
  indexes: byOfShown('attachedTo', 'collectionId'),
  exactlyOneOf: ['link', 'file'],
  samples: { link: ({ record, id }) => (record['file'] == null ? `https://example.org/${id}` : null) },
});
