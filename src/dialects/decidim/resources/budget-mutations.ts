import { Refusal, SimulatedServerError, invalidAttributes } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { Budget, Component, Project } from '../../../records/records.ts';
import { resolvers as contract } from '../../../resources/budgets.ts';
import { recordById } from '../../../resources/component-records.ts';
import { componentFields } from '../../../resources/components.ts';
import type { Store } from '../../../store/store.ts';
import { errorIf, validateRange } from '../forms/validations.ts';
import { type PlatformBehavior, note } from '../resource.ts';
import { findLinkableProposals } from './proposals.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';
import { referenceTo } from './relations.ts';
import { OrderedTexts } from './texts.ts';
import { createTraced, traceChange } from './versions.ts';
import { includesRootTaxonomy, parseRecordId, parseTaxonomyIds } from '../values/ids.ts';
import { isBlankValue } from '../values/texts.ts';
import {
  type BigIntInput,
  createTextRule,
  findOwned,
  forAdministrators,
  maxInt,
  merge,
  parseBigInt,
  parseTexts,
  requireValid,
} from '../forms/attributes.ts';

interface BudgetInput {
  /** `BudgetAttributes`. */
  input: { attributes: { description?: unknown; title?: unknown; totalBudget?: number | null; weight?: BigIntInput } };
}

/** Returns the fields of a budget for an input. Texts are merged with the stored ones. Throws if they are invalid. */
function budgetFields({ input: { attributes } }: BudgetInput, stored: Budget | undefined, store: Store) {
  const { totalBudget = stored?.totalBudget ?? 0, weight = stored?.weight ?? 0 } = attributes;
  const form = {
    title: { ...stored?.title, ...parseTexts(attributes.title, store) },
    description: { ...stored?.description, ...parseTexts(attributes.description, store) },
    totalBudget,
    weight: parseBigInt(weight),
  };
  requireValid(form, [
    createTextRule('title', store),
    ['weight', (each) => validateRange(each.weight, { from: 0 })],
    ['totalBudget', (each) => validateRange(each.totalBudget, { above: 0 })],
  ]);
  if (form.weight! > maxInt) throw new SimulatedServerError('the number exceeds the column');
  return { ...form, totalBudget: totalBudget!, weight: Number(form.weight) };
}

/** A response to the creation of a record has the texts in the order of the input. */
const inInputOrder = ({ title, description }: Pick<Budget | Project, 'title' | 'description'>) => ({
  title: new OrderedTexts(title),
  description: new OrderedTexts(description),
});

const BudgetsMutation: FieldResolvers<Component> = {
  ...componentFields,
  budget: recordById('budgets', 'BudgetMutation'),
  createBudget(component, input: BudgetInput, context) {
    const fields = budgetFields(input, undefined, context.store);
    const budget = createTraced('budgets', { componentId: component.id, ...fields, changes: 0 }, context);
    return { ...budget, ...inInputOrder(fields) };
  },
};

interface ProjectInput {
  input: {
    id: string;
    /** `ProjectAttributes`. */
    attributes: {
      address?: string | null;
      budgetAmount?: BigIntInput;
      description?: unknown;
      latitude?: number | null;
      longitude?: number | null;
      proposalIds?: number[] | null;
      taxonomies?: (string | number)[] | null;
      title?: unknown;
    };
  };
}

const maxAmount = 2n ** 63n - 1n;

/**
 * Returns the values of a project for an input: those whose changes are versions, and its links. A map of texts replaces the stored
 * one, and a blank one keeps it. Throws if they are invalid.
 */
function projectFields(
  { input: { attributes } }: ProjectInput,
  stored: Project | undefined,
  componentId: number,
  store: Store,
) {
  const { budgetAmount, proposalIds, taxonomies } = attributes;
  const textsOf = (field: 'title' | 'description') => {
    const texts = parseTexts(attributes[field], store);
    return stored && isBlankValue(attributes[field] ?? null) ? stored[field] : texts;
  };
  const form = {
    title: textsOf('title'),
    description: textsOf('description'),
    budgetAmount: parseBigInt(budgetAmount === undefined ? stored?.budgetAmount : budgetAmount),
    address: merge(attributes.address, stored?.address),
    latitude: merge(attributes.latitude, stored?.latitude),
    longitude: merge(attributes.longitude, stored?.longitude),
    selectedAt: null,
  };
  requireValid(form, [
    createTextRule('title', store),
    createTextRule('description', store),
    [
      'budgetAmount',
      ({ budgetAmount: amount }) => [
        ...errorIf(amount === null, 'cannot be blank'),
        ...validateRange(amount, { above: 0, to: maxAmount }),
      ],
    ],
  ]);
  const links = {
    proposalIds:
      proposalIds === undefined
        ? (stored?.proposalIds ?? [])
        : findLinkableProposals(proposalIds ?? [], componentId, store),
    taxonomyIds:
      taxonomies === undefined ? (stored?.taxonomyIds ?? []) : parseTaxonomyIds((taxonomies ?? []).map(String), store),
  };
  return { fields: { ...form, budgetAmount: Number(form.budgetAmount) }, links };
}

/**
 * The project that the platform remembers while it executes a document, by the context of the request: the last one that
 * was shown, created or changed.
 */
const remembered = new WeakMap<RequestContext, number>();

const findBudget = recordById('budgets', 'Budget');
const findProject = ({ id: budgetId }: Budget, id: string, store: Store): Project =>
  findOwned('projects', id, { budgetId }, 'Project', store);

const BudgetMutation: FieldResolvers<Budget> = {
  update({ id }, input: BudgetInput, context) {
    const { store } = context;
    const stored = store.get('budgets', id);
    const fields = budgetFields(input, stored, store);
    return store.update((transaction) => traceChange('budgets', stored, fields, context, transaction));
  },

  /** Deletes any budget of the component, by id, with its projects and its votes. */
  delete({ componentId }, args: { id: string }, context) {
    const { store } = context;
    const budget = findBudget(store.get('components', componentId), args, context);
    return store.update((transaction) => {
      const deletedAt = store.now();
      for (const { id } of store.where('projects', 'budgetId', budget.id))
        transaction.update('projects', id, { deletedAt });
      for (const { id } of store.where('orders', 'budgetId', budget.id))
        transaction.update('orders', id, { projectIds: [], checkedOutAt: null });
      return traceChange('budgets', budget, { deletedAt }, context, transaction);
    });
  },

  /** The response has no taxonomies, although they are stored. */
  createProject({ id, componentId }, input: ProjectInput, context) {
    const { store } = context;
    const { fields, links } = projectFields(input, undefined, componentId, store);
    if (includesRootTaxonomy(links.taxonomyIds, store)) throw invalidAttributes([]);
    const project = createTraced('projects', { budgetId: id, ...fields, ...links, changes: 0 }, context);
    remembered.set(context, project.id);
    return { ...project, ...inInputOrder(fields), taxonomyIds: [] };
  },

  /** Unselects the project and deletes its attachments. Changes the remembered project, if there is one. */
  updateProject(budget, args: ProjectInput, context) {
    const { store } = context;
    const named = findProject(budget, parseRecordId(args.input.id), store);
    const stored = store.find('projects', remembered.get(context) ?? named.id)!;
    const { fields, links } = projectFields(args, stored, budget.componentId, store);
    if (includesRootTaxonomy(links.taxonomyIds, store))
      throw new Refusal(
        'Failed to replace taxonomizations because one or more of the new records could not be saved.',
        {
          extensions: { code: 'UNAUTHORIZED_OBJECT_ERROR' },
        },
      );
    remembered.set(context, stored.id);
    return store.update((transaction) => {
      for (const { id } of store.where('attachments', 'attachedTo', referenceTo('projects', stored.id)))
        transaction.update('attachments', id, { deletedAt: store.now() });
      return traceChange('projects', stored, { ...fields, ...links }, context, transaction);
    });
  },

  /** Removes the project from every vote. The response shows it as if it was not deleted. */
  deleteProject(budget, args: { id: string }, context) {
    const { store } = context;
    const project = findProject(budget, args.id, store);
    const deleted = store.update((transaction) => {
      for (const { id, projectIds } of store.where('orders', 'budgetId', budget.id))
        if (projectIds.includes(project.id))
          transaction.update('orders', id, { projectIds: projectIds.filter((each) => each !== project.id) });
      return traceChange('projects', project, { deletedAt: store.now(), taxonomyIds: [] }, context, transaction);
    });
    return { ...deleted, deletedAt: null };
  },
};

/** Fails for an amount that `Int` does not have. */
function resolveAmount({ budgetAmount }: Project): number {
  if (budgetAmount > maxInt) throw new SimulatedServerError('the amount is no Int');
  return budgetAmount;
}

/** The mutations of budgets and projects, and the new names of two fields, are in no release yet. */
export const behaviors: Record<string, PlatformBehavior> = {
  budgetMutations: {
    since: 'develop',
    resolvers: {
      Budget: {
        projects(budget, _, context) {
          const projects = contract.Budget.projects(budget, _, context);
          const last = projects.at(-1);
          if (last) remembered.set(context, last.id);
          return projects;
        },
        totalBudget: ({ totalBudget }) => totalBudget,
      } satisfies FieldResolvers<Budget>,
      BudgetMutation,
      BudgetsMutation,
      Project: { budgetAmount: resolveAmount, budget_amount: resolveAmount },
    },
    permissions: forAdministrators(
      'BudgetsMutation.createBudget',
      ...Object.keys(BudgetMutation).map((field) => `BudgetMutation.${field}`),
    ),
    notes: [
      note('answers with no taxonomies, although they are stored', 'BudgetMutation.createProject'),
      note('is status 500 beyond 2,147,483,647', 'Project.budgetAmount', 'Project.budget_amount'),
      note('unselects the project and deletes its attachments, whatever it changes', 'BudgetMutation.updateProject'),
    ],
  },
};
