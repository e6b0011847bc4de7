import { component, participant } from '../samples.ts';
import { defineKind, shownIn } from '../define-kind.ts';
import * as t from '../field-types.ts';

export const debates = defineKind({
  description: 'Debates of a debates component.',
  fields: {
    componentId: t.reference('components'),
    authorId: t.nullable(t.reference('users')),
    title: t.translations(),
    description: t.translations(),
    instructions: t.nullable(t.translations('What participants should know.')),
    informationUpdates: t.nullable(t.translations('What is new.')),
    startTime: t.nullable(t.dateTime()),
    endTime: t.nullable(t.dateTime()),
    conclusions: t.nullable(t.translations('What the author concluded, if it is closed.')),
    closedAt: t.nullable(t.dateTime('When it was closed.')),
    commentsEnabled: t.boolean(true, 'Whether comments are allowed.'),
    taxonomyIds: t.references('taxonomies'),
    changes: t.integer(undefined, { minimum: 0, default: 0 }),
    reference: t.text(),
    ...t.timestamps,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: shownIn,
  referenceCode: 'DEBA',
  samples: { componentId: component('debates'), authorId: participant },
});

export const posts = defineKind({
  description: 'Posts of a blogs component. A time of publication in the future hides them until then.',
  fields: {
    componentId: t.reference('components'),
    authorId: t.nullable(t.reference('users')),
    title: t.translations(),
    body: t.translations(),
    publishedAt: t.nullable(t.dateTime()),
    ...t.timestamps,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: shownIn,
  samples: { componentId: component('blogs'), authorId: participant },
});

export const pages = defineKind({
  description: 'The page of a pages component. Its title is the name of the component.',
  fields: { componentId: t.reference('components'), body: t.nullable(t.translations()), ...t.timestamps },
  indexes: shownIn,
  samples: { componentId: component('pages') },
});
