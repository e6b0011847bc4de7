import { component, nameWithId, today } from '../samples.ts';
import { byOfShown, defineKind, shownIn } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const statuses = defineKind({
  description: 'Statuses of the results of an accountability component.',
  fields: {
    componentId: t.reference('components'),
    key: t.text('The name for programs.'),
    name: t.translations(),
    description: t.nullable(t.translations()),
    progress: t.nullable(t.integer('The progress of its results, in percent.', { minimum: 0, maximum: 100 })),
    ...t.timestamps,
  },
  indexes: shownIn,
  samples: { componentId: component('accountability'), key: nameWithId('-') },
});

export const results = defineKind({
  description: 'Results of an accountability component, in trees.',
  fields: {
    componentId: t.reference('components'),
    parentId: t.nullable(t.reference('results', 'The result above it, of the same component.')),
    statusId: t.nullable(t.reference('statuses', 'Its status, of the same component.')),
    title: t.translations(),
    description: t.nullable(t.translations()),
    startDate: t.nullable(t.date()),
    endDate: t.nullable(t.date()),
    externalId: t.nullable(t.text('The id in another system.')),
    progress: t.nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percent; of a result with children the progress is derived from them.',
      }),
    ),
    weight: t.nullable(
      t.integer(
        'How much it counts in the progress of its parent; null if the client of a release of Decidim omitted it.',
        {
          default: 1,
        },
      ),
    ),
    taxonomyIds: t.references('taxonomies'),
    proposalIds: t.references('proposals', 'The proposals that led to it.'),
    projectIds: t.references('projects', 'The projects that led to it.'),
    reference: t.text(),
    ...t.timestamps,
    derivedProgress: t.optional(
      Type.Number({ description: 'The progress that a change of its children determined; it replaces `progress`.' }),
    ),
    /** If absent, the times tell. */
    changes: Type.Optional(t.integer(undefined, { minimum: 0 })),
    deletedAt: t.optional(t.dateTime()),
    address: t.optional(t.text()),
    latitude: t.optional(t.degrees),
    longitude: t.optional(t.degrees),
  },
  indexes: { ...shownIn, ...byOfShown('parentId', 'statusId') },
  referenceCode: 'RESU',
  parentField: 'parentId',
  sameComponent: { parentId: 'results', statusId: 'statuses' },
  samples: { componentId: component('accountability') },
});

export const milestones = defineKind({
  description: 'Milestones of a result.',
  fields: {
    resultId: t.reference('results', 'The result that it belongs to.'),
    title: t.translations(),
    description: t.nullable(t.translations()),
    entryDate: t.date('The day of the milestone.'),
    changes: t.integer(undefined, { minimum: 0, default: 0 }),
    ...t.timestamps,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: byOfShown('resultId'),
  samples: { entryDate: today },
});
