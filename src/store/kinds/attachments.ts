import { by, defineKind } from '../define-kind.ts';
import { file, integer, nullable, recordReference, reference, timestamps, translations, url } from '../field-types.ts';

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
    weight: integer(undefined),
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
    weight: integer(undefined),
    link: nullable(url('The URL of a link; null for a file.')),
    file: nullable(file('The file; null for a link.')),
    ...timestamps,
  },
  indexes: by('attachedTo', 'collectionId'),
  exactlyOneOf: ['link', 'file'],
});
