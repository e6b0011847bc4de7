import { component } from '../samples.ts';
import { by, byOfShown, defineKind, shownIn } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

const changeCount = Type.Optional(t.integer(undefined, { minimum: 0 }));

export const budgets = defineKind({
  description: 'Budgets of a budgets component.',
  fields: {
    componentId: t.reference('components'),
    title: t.translations(),
    description: t.translations(),
    totalBudget: t.integer('The sum that can be spent.'),
    weight: t.integer(undefined, { default: 0 }),
    ...t.timestamps,
    changes: changeCount,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: shownIn,
  samples: { componentId: component('budgets'), totalBudget: 100_000 },
});

export const projects = defineKind({
  description: 'Projects of a budget.',
  fields: {
    budgetId: t.reference('budgets', 'The budget that it belongs to.'),
    title: t.translations(),
    description: t.translations(),
    budgetAmount: t.integer('What it costs.'),
    reference: t.text(),
    ...t.timestamps,
    address: t.optional(t.text()),
    latitude: t.optional(t.degrees),
    longitude: t.optional(t.degrees),
    selectedAt: t.optional(t.date('The day on which it was chosen.')),
    taxonomyIds: t.optionalReferences('taxonomies'),
    proposalIds: t.optionalReferences('proposals', 'The proposals that led to it.'),
    changes: changeCount,
    deletedAt: t.optional(t.dateTime()),
  },
  indexes: byOfShown('budgetId'),
  referenceCode: 'PROJ',
  samples: { budgetAmount: 10_000 },
});

export const orders = defineKind({
  description: 'What people vote for in a budget.',
  fields: {
    budgetId: t.reference('budgets', 'The budget.'),
    userId: t.reference('users'),
    projectIds: t.references('projects', 'The projects that the user chose.'),
    checkedOutAt: t.nullable(t.dateTime('When the vote was cast; null for a vote that is not cast yet.')),
    ...t.timestamps,
  },
  indexes: by('budgetId'),
});
