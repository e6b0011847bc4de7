import { component, participant } from '../samples.ts';
import { defineKind, shownIn } from '../define-kind.ts';
import {
  boolean,
  dateTime,
  integer,
  nullable,
  optional,
  reference,
  references,
  text,
  timestamps,
  translations,
} from '../field-types.ts';

export const debates = defineKind({
  description: 'Debates of a debates component.',
  fields: {
    componentId: reference('components'),
    authorId: nullable(reference('users')),
    title: translations(),
    description: translations(),
    instructions: nullable(translations('What participants should know.')),
    informationUpdates: nullable(translations('What is new.')),
    startTime: nullable(dateTime()),
    endTime: nullable(dateTime()),
    conclusions: nullable(translations('What the author concluded, if it is closed.')),
    closedAt: nullable(dateTime('When it was closed.')),
    commentsEnabled: boolean(true, 'Whether comments are allowed.'),
    taxonomyIds: references('taxonomies'),
    changes: integer(undefined, { minimum: 0, default: 0 }),
    reference: text(),
    ...timestamps,
    deletedAt: optional(dateTime()),
  },
  indexes: shownIn,
  referenceCode: 'DEBA',
  samples: { componentId: component('debates'), authorId: participant },
});

export const posts = defineKind({
  description: 'Posts of a blogs component. A time of publication in the future hides them until then.',
  fields: {
    componentId: reference('components'),
    authorId: nullable(reference('users')),
    title: translations(),
    body: translations(),
    publishedAt: nullable(dateTime()),
    ...timestamps,
    deletedAt: optional(dateTime()),
  },
  indexes: shownIn,
  samples: { componentId: component('blogs'), authorId: participant },
});

export const pages = defineKind({
  description: 'The page of a pages component. Its title is the name of the component.',
  fields: { componentId: reference('components'), body: nullable(translations()), ...timestamps },
  indexes: shownIn,
  samples: { componentId: component('pages') },
});
