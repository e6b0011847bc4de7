import { SimulatedServerError, SimulatedStackOverflow } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { isShown } from '../../../records/kinds.ts';
import type { Component, Milestone, Result } from '../../../records/records.ts';
import { recordById } from '../../../resources/component-records.ts';
import { findChildResults, roundToTwoDecimals } from '../../../resources/results.ts';
import type { Store } from '../../../store/store.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { deriveProgress, resultProgress } from './results.ts';
import { isUpdate } from './relations.ts';
import { errorIf, validateForm, validateRange } from '../forms/validations.ts';
import type { AttributeRules, PlatformBehavior } from '../resource.ts';
import { findLinkableProposals, isInSpaceOf } from './proposals.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';
import { countChanges, createTraced, traceChange, traceCreation } from './versions.ts';
import { parseDate } from '../values/dates.ts';
import { includesRootTaxonomy, parseRecordId } from '../values/ids.ts';
import { createTextRule, findOwned, forAdministrators, merge, parseTexts, requireValid } from '../forms/attributes.ts';

/** `ResultAttributes`. */
interface ResultAttributes {
  decidimAccountabilityStatusId?: number | null;
  description?: unknown;
  endDate?: string | null;
  externalId?: string | null;
  parentId?: number | null;
  progress?: number | null;
  projectIds?: number[] | null;
  proposalIds?: number[] | null;
  startDate?: string | null;
  taxonomies?: number[] | null;
  title?: unknown;
  weight?: number | null;
}

const idsOf = (ids: number[] | null | undefined, stored?: number[]) => [...new Set(merge(ids, stored))];

/** The values of a result that attributes create or update: those whose changes are versions, and its links. */
function createForm(given: ResultAttributes, stored: Result | undefined, componentId: number, store: Store) {
  const dateOf = (name: 'startDate' | 'endDate') =>
    given[name] === undefined ? (stored?.[name] ?? null) : parseDate(given[name] ?? '');
  const fields = {
    title: { ...stored?.title, ...parseTexts(given.title, store) },
    description: { ...stored?.description, ...parseTexts(given.description, store) },
    statusId: merge(given.decidimAccountabilityStatusId, stored?.statusId),
    parentId: merge(given.parentId, stored?.parentId),
    progress: merge(given.progress, stored && resultProgress(stored, store)),
    startDate: dateOf('startDate'),
    endDate: dateOf('endDate'),
    externalId: merge(given.externalId, stored?.externalId),
    weight: merge(given.weight, stored?.weight),
  };
  const isInSpace = isInSpaceOf(componentId, store);
  const links = {
    taxonomyIds: idsOf(given.taxonomies, stored?.taxonomyIds),
    proposalIds: findLinkableProposals(idsOf(given.proposalIds, stored?.proposalIds), componentId, store),
    projectIds: store
      .findMany('projects', idsOf(given.projectIds, stored?.projectIds))
      .filter(({ budgetId }) => isInSpace(store.get('budgets', budgetId).componentId))
      .map(({ id }) => id),
  };
  return { fields, links };
}

type ResultForm = ReturnType<typeof createForm>;

/** The values that are stored for a form, of which unknown taxonomies are dropped. */
function storedFields({ fields, links }: ResultForm, store: Store) {
  const progress = fields.progress === null ? null : roundToTwoDecimals(fields.progress);
  const taxonomyIds = links.taxonomyIds.filter((id) => store.find('taxonomies', id));
  return { fields: { ...fields, progress }, links: { ...links, taxonomyIds } };
}

const resultRules: AttributeRules = {
  read(attributes: ResultAttributes, context) {
    const { store, componentId, record } = context;
    return createForm(attributes, isUpdate(context) ? store.find('results', record.id) : undefined, componentId, store);
  },
  validate({ fields, links }: ResultForm, context) {
    const { store, componentId, record } = context;
    const validateReference = (kind: 'results' | 'statuses', id: number | null): string[] => {
      const found = id === null ? undefined : store.find(kind, id);
      const isValid = id === null || (found && isShown(found) && found.componentId === componentId);
      return errorIf(!isValid, 'cannot be blank');
    };
    const errors = validateForm(
      [
        createTextRule('title', store),
        ['progress', ({ progress }) => (progress === null ? [] : validateRange(progress, { from: 0, to: 100 }))],
        ['parent', ({ parentId }) => validateReference('results', parentId)],
        ['status', ({ statusId }) => validateReference('statuses', statusId)],
      ],
      fields,
    );
    if (errors) return errors;
    if (isUpdate(context)) assertSavable(record.id, fields.parentId, links.taxonomyIds, store);
    // On create, the platform reports a root taxonomy as an attribute error without a list, and drops unknown ones.
    else if (includesRootTaxonomy(links.taxonomyIds, store)) return [];
    return undefined;
  },
};

/** Throws what the platform fails with when it saves an update: a taxonomy that it cannot assign, or a circle of parents. */
function assertSavable(id: number, parentId: number | null, taxonomyIds: number[], store: Store): void {
  if (store.findMany('taxonomies', taxonomyIds).length < taxonomyIds.length || includesRootTaxonomy(taxonomyIds, store))
    throw new SimulatedServerError('the database rejects a taxonomy');
  for (let ancestor = parentId; ancestor !== null; ancestor = store.get('results', ancestor).parentId)
    if (ancestor === id) throw new SimulatedStackOverflow('the progress of a parent in a circle');
}

/** The database column has five digits, two of them decimals. */
const maxProgress = 999.99;

/** Derives the progress of the parent of a written result from its children, and that of the ancestors from theirs. */
function updateParentProgress({ parentId }: Result, transaction: Transaction, context: RequestContext): void {
  const { store } = context;
  const parent = store.find('results', parentId);
  if (!parent) return;
  // The children as the transaction leaves them.
  const written = transaction.changes.results ?? new Map<number, Result | null>();
  const children = [
    ...findChildResults(parent, store).filter(({ id }) => !written.has(id)),
    ...[...written.values()].filter((each) => each?.parentId === parent.id),
  ];
  const derivedProgress = deriveProgress(children as Result[], store);
  if (Math.abs(derivedProgress ?? 0) > maxProgress) throw new SimulatedServerError('the progress exceeds the column');
  updateParentProgress(traceChange('results', parent, { derivedProgress }, context, transaction), transaction, context);
}

/** Keeps the progress of the parent as it is: the platform does not derive it again when a child leaves. */
function keepParentProgress({ parentId }: Result, transaction: Transaction, store: Store): void {
  const parent = store.find('results', parentId);
  if (!parent) return;
  const changes = countChanges('results', parent, store);
  transaction.update('results', parent.id, { derivedProgress: resultProgress(parent, store), changes });
}

function markAsDeleted(result: Result, transaction: Transaction, store: Store): Result {
  for (const child of findChildResults(result, store)) markAsDeleted(child, transaction, store);
  return transaction.update('results', result.id, { deletedAt: store.now() });
}

interface ResultInput {
  input: { attributes: ResultForm };
}

const AccountabilityMutation: FieldResolvers<Component> = {
  createResult(component, { input }: ResultInput, context) {
    const { store } = context;
    const { fields, links } = storedFields(input.attributes, store);
    try {
      return store.update((transaction) => {
        const values = { componentId: component.id, ...fields, ...links, changes: 0 };
        const result = traceCreation('results', values, context, transaction);
        updateParentProgress(result, transaction, context);
        return result;
      });
    } catch (error) {
      if (error instanceof SimulatedServerError) store.skipNextId('results');
      throw error;
    }
  },
  result: recordById('results', 'ResultMutation'),
};

const findResult = recordById('results', 'Result');

interface MilestoneInput {
  id: string;
  /** `MilestoneAttributes`. */
  attributes: { title?: unknown; description?: unknown; entryDate?: string | null };
}

/** Returns the fields of a milestone for an input; an omitted attribute keeps the stored value. Throws if they are invalid. */
function milestoneFields({ attributes }: MilestoneInput, stored: Milestone | undefined, store: Store) {
  const { title, description, entryDate } = attributes;
  const fields = {
    title: title === undefined && stored ? stored.title : parseTexts(title, store),
    description: description === undefined && stored ? stored.description : parseTexts(description, store),
    entryDate: entryDate === undefined ? (stored?.entryDate ?? '') : (parseDate(entryDate ?? '') ?? ''),
  };
  return requireValid(fields, [
    ['entryDate', (form) => errorIf(form.entryDate === '', 'cannot be blank')],
    createTextRule('title', store),
  ]);
}

const findMilestone = ({ id: resultId }: Result, id: string, store: Store): Milestone =>
  findOwned('milestones', id, { resultId }, 'Milestone', store);

const ResultMutation: FieldResolvers<Result> = {
  update({ id }, { input }: ResultInput, context) {
    const { store } = context;
    const previous = store.get('results', id);
    const { fields, links } = storedFields(input.attributes, store);
    return store.update((transaction) => {
      if (previous.parentId !== fields.parentId) keepParentProgress(previous, transaction, store);
      const values = { ...fields, ...links, derivedProgress: fields.progress };
      const result = traceChange('results', previous, values, context, transaction);
      updateParentProgress(result, transaction, context);
      return result;
    });
  },

  /** Deletes any result of the component, by id, and its children, which the response still counts. */
  delete({ componentId }, args: { id: string }, context) {
    const { store } = context;
    const result = findResult(store.get('components', componentId), args, context);
    const childrenCount = findChildResults(result, store).length;
    const deleted = store.update((transaction) => {
      keepParentProgress(result, transaction, store);
      return markAsDeleted(result, transaction, store);
    });
    return { ...deleted, childrenCount };
  },

  createMilestone(result, { input }: { input: MilestoneInput }, context) {
    const fields = milestoneFields(input, undefined, context.store);
    return createTraced('milestones', { resultId: result.id, ...fields, changes: 0 }, context);
  },

  updateMilestone(result, { input }: { input: MilestoneInput }, context) {
    const { store } = context;
    const stored = findMilestone(result, parseRecordId(input.id), store);
    const fields = milestoneFields(input, stored, store);
    return store.update((transaction) => traceChange('milestones', stored, fields, context, transaction));
  },

  deleteMilestone(result, { id }: { id: string }, { store }) {
    const milestone = findMilestone(result, id, store);
    return store.update((transaction) => transaction.update('milestones', milestone.id, { deletedAt: store.now() }));
  },
};

/** The mutations of results and milestones are in no release yet. */
export const behaviors: Record<string, PlatformBehavior> = {
  resultMutations: {
    since: 'develop',
    resolvers: {
      AccountabilityMutation,
      Result: {
        childrenCount: (result: Result & { childrenCount?: number }, _, { store }) =>
          result.childrenCount ?? findChildResults(result, store).length,
      } satisfies FieldResolvers<Result>,
      ResultMutation,
    },
    auth: { 'AccountabilityMutation.createResult': null },
    permissions: forAdministrators(
      'AccountabilityMutation.createResult',
      ...Object.keys(ResultMutation).map((field) => `ResultMutation.${field}`),
    ),
    attributeRules: { ResultAttributes: resultRules },
  },
};
