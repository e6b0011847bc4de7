import type { Behavior } from '../graphql/behavior.ts';
import type { CreateResultInput } from '../graphql/generated-types.ts';
import { isShown } from '../records/kinds.ts';
import type { Component, Result as ResultRecord } from '../records/records.ts';
import type { Store } from '../store/store.ts';
import { connection, recordById } from './component-records.ts';
import { componentFields } from './components.ts';
import { findSpace } from './find-space.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { existingTaxonomyIds, resolveTaxonomies } from './taxonomies.ts';
import { parseLocaleMap } from './translations.ts';
import { recordUrl } from './urls.ts';

const Accountability = {
  ...componentFields,
  result: recordById('results', 'Result'),
  results: connection('results'),
  status: recordById('statuses', 'Status'),
  statuses: ({ id }, _, { store }) => store.where('statuses', 'shownIn', id),
} satisfies FieldResolvers<Component>;

/** Moves the decimal point of a number without the error of a multiplication. */
function shiftDecimals(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

/** Rounds half away from zero, also where the binary value is slightly below the half. */
export const roundToTwoDecimals = (value: number): number =>
  shiftDecimals(Math.sign(value) * Math.round(shiftDecimals(Math.abs(value), 2)), -2);

/** Returns the ids of linked records in the order in which they are read. */
export const sortIds = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

const AccountabilityMutation = {
  ...componentFields,

  /** Specification, section 4.4. Drops ids of unknown records, of drafts and of records in other spaces. */
  createResult(component, { input: { attributes } }: { input: CreateResultInput }, { store }) {
    const space = findSpace(component, store);
    const inSpace = (componentId: number) => findSpace(store.get('components', componentId), store) === space;
    const proposals = store.findMany('proposals', attributes.proposalIds ?? []);
    const projects = store.findMany('projects', attributes.projectIds ?? []);
    return store.update((transaction) =>
      transaction.create('results', {
        componentId: component.id,
        parentId: attributes.parentId ?? null,
        statusId: attributes.appAccountabilityStatusId ?? null,
        title: parseLocaleMap(attributes.title)!,
        description: parseLocaleMap(attributes.description) ?? null,
        startDate: attributes.startDate ?? null,
        endDate: attributes.endDate ?? null,
        externalId: attributes.externalId ?? null,
        progress: typeof attributes.progress === 'number' ? roundToTwoDecimals(attributes.progress) : null,
        weight: attributes.weight ?? 1,
        taxonomyIds: existingTaxonomyIds(attributes.taxonomies ?? [], store),
        proposalIds: uniqueIds(proposals.filter((proposal) => isShown(proposal) && inSpace(proposal.componentId))),
        projectIds: uniqueIds(projects.filter(({ budgetId }) => inSpace(store.get('budgets', budgetId).componentId))),
      }),
    );
  },
} satisfies FieldResolvers<Component>;

const uniqueIds = (records: { id: number }[]): number[] => [...new Set(records.map(({ id }) => id))];

/** Returns the direct children of a result. */
export const findChildResults = ({ id }: ResultRecord, store: Store) => store.where('results', 'parentId', id);

const Result = {
  children: (result, _, { store }) => findChildResults(result, store),
  childrenCount: (result, _, { store }) => findChildResults(result, store).length,
  description: ({ description }) => description ?? {},
  parent: ({ parentId }, _, { store }) => store.find('results', parentId) ?? null,
  progress: (result, _, { store, behavior }) => behavior.resultProgress(result, store),
  projects: ({ projectIds }, _, { store }) => store.findMany('projects', sortIds(projectIds)),
  proposals: ({ proposalIds }, _, { store }) => store.findMany('proposals', sortIds(proposalIds)),
  status: ({ statusId }, _, { store }) => store.find('statuses', statusId) ?? null,
  taxonomies: resolveTaxonomies,
  url: recordUrl('results'),
} satisfies RecordResolvers<'results'>;

const Status = {
  results: ({ id }, _, { store }) => store.where('results', 'statusId', id),
} satisfies RecordResolvers<'statuses'>;

/**
 * The progress of a result in percent, or null: the mean of its children's progress by weight, without children that have
 * no progress; if there are none, the stored value.
 */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store)
    .map((child) => ({ weight: Math.max(child.weight ?? 1, 0), progress: resultProgress(child, store) }))
    .filter((child): child is { weight: number; progress: number } => child.progress !== null);
  if (children.length === 0) return result.progress;
  const totalWeight = children.reduce((sum, { weight }) => sum + weight, 0);
  // If all weights are 0, the children have equal weights.
  const total = children.reduce((sum, { weight, progress }) => sum + (totalWeight > 0 ? weight : 1) * progress, 0);
  return roundToTwoDecimals(total / (totalWeight > 0 ? totalWeight : children.length));
};

export const resolvers = { Accountability, AccountabilityMutation, Result, Status };
