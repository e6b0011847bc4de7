import { component, nameWithId, today } from '../samples.ts';
import { byOfShown, defineKind, shownIn } from '../define-kind.ts';
import {
  date,
  dateTime,
  integer,
  nullable,
  optional,
  reference,
  references,
  text,
  timestamps,
  translations,
  degrees,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const statuses = defineKind({
  description: 'Statuses of the results of an accountability component.',
  fields: {
    componentId: reference('components'),
    key: text('The name for programs.'),
    name: translations(),
    description: nullable(translations()),
    progress: nullable(integer('The progress of its results, in percent.', { minimum: 0, maximum: 100 })),
    ...timestamps,
  },
  indexes: shownIn,
  samples: { componentId: component('accountability'), key: nameWithId('-') },
});

export const results = defineKind({
  description: 'Results of an accountability component, in trees.',
  fields: {
    componentId: reference('components'),
    parentId: nullable(reference('results', 'The result above it, of the same component.')),
    statusId: nullable(reference('statuses', 'Its status, of the same component.')),
    title: translations(),
    description: nullable(translations()),
    startDate: nullable(date()),
    endDate: nullable(date()),
    externalId: nullable(text('The id in another system.')),
    progress: nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percent; of a result with children the progress is derived from them.',
      }),
    ),
    // Null if a client omitted it on a deployment that has no default.
    weight: Type.Unsafe<number | null>({
      type: 'integer',
      default: 1,
      description: 'How much it counts in the progress of its parent.',
    }),
    taxonomyIds: references('taxonomies'),
    proposalIds: references('proposals', 'The proposals that led to it.'),
    projectIds: references('projects', 'The projects that led to it.'),
    reference: text(),
    ...timestamps,
    derivedProgress: optional(
      Type.Number({ description: 'The progress that a change of its children determined; it replaces `progress`.' }),
    ),
    /** If absent, the times tell. */
    changes: Type.Optional(integer(undefined, { minimum: 0 })),
    deletedAt: optional(dateTime()),
    address: optional(text()),
    latitude: optional(degrees(90)),
    longitude: optional(degrees(180)),
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
    resultId: reference('results', 'The result that it belongs to.'),
    title: translations(),
    description: nullable(translations()),
    entryDate: date('The day of the milestone.'),
    changes: integer(undefined, { minimum: 0, default: 0 }),
    ...timestamps,
    deletedAt: optional(dateTime()),
  },
  indexes: byOfShown('resultId'),
  samples: { entryDate: today },
});
