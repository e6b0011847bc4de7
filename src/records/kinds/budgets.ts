import { component } from '../samples.ts';
import { by, byOfShown, defineKind, shownIn } from '../define-kind.ts';
import {
  dateTime,
  integer,
  nullable,
  optional,
  optionalReferences,
  reference,
  references,
  text,
  timestamps,
  translations,
  degrees,
  date,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

const changeCount = Type.Optional(integer(undefined, { minimum: 0 }));

export const budgets = defineKind({
  description: 'Budgets of a budgets component.',
  fields: {
    componentId: reference('components'),
    title: translations(),
    description: translations(),
    totalBudget: integer('The sum that can be spent.'),
    weight: integer(undefined, { default: 0 }),
    ...timestamps,
    changes: changeCount,
    deletedAt: optional(dateTime()),
  },
  indexes: shownIn,
  samples: { componentId: component('budgets'), totalBudget: 100_000 },
});

export const projects = defineKind({
  description: 'Projects of a budget.',
  fields: {
    budgetId: reference('budgets', 'The budget that it belongs to.'),
    title: translations(),
    description: translations(),
    budgetAmount: integer('What it costs.'),
    reference: text(),
    ...timestamps,
    address: optional(text()),
    latitude: optional(degrees(90)),
    longitude: optional(degrees(180)),
    selectedAt: optional(date('The day on which it was chosen.')),
    taxonomyIds: optionalReferences('taxonomies'),
    proposalIds: optionalReferences('proposals', 'The proposals that led to it.'),
    changes: changeCount,
    deletedAt: optional(dateTime()),
  },
  indexes: byOfShown('budgetId'),
  referenceCode: 'PROJ',
  samples: { budgetAmount: 10_000 },
});

export const orders = defineKind({
  description: 'What people vote for in a budget.',
  fields: {
    budgetId: reference('budgets', 'The budget.'),
    userId: reference('users'),
    projectIds: references('projects', 'The projects that the user chose.'),
    checkedOutAt: nullable(dateTime('When the vote was cast; null for a vote that is not cast yet.')),
    ...timestamps,
  },
  indexes: by('budgetId'),
});
