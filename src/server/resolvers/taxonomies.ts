import type { RequestContext } from '../../graphql/context.ts';
import type { Taxonomy as TaxonomyRecord } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';

const byWeight = (a: TaxonomyRecord, b: TaxonomyRecord): number => a.weight - b.weight || a.id - b.id;

const findChildren = ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
  store.where('taxonomies', 'parentId', id).toSorted(byWeight);

/** Returns the ids of existing taxonomies, without duplicates. */
export const existingTaxonomyIds = (ids: readonly (number | string)[], store: Store): number[] => [
  ...new Set(ids.map((id) => store.find('taxonomies', id)?.id).filter((id) => id !== undefined)),
];

export interface Taxonomizable {
  taxonomyIds?: number[];
}

/** Resolves the taxonomies of a record, sorted by weight. */
export const resolveTaxonomies = ({ taxonomyIds = [] }: Taxonomizable, _: unknown, { store }: RequestContext) =>
  store.findMany('taxonomies', taxonomyIds).toSorted(byWeight);

/** Resolves the taxonomies that have no parent. */
export const resolveRootTaxonomies = (_: unknown, __: unknown, { store }: RequestContext) =>
  store.where('taxonomies', 'parentId', null).toSorted(byWeight);

export const Taxonomy = {
  children: findChildren,
  childrenCount: ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    store.where('taxonomies', 'parentId', id).length,
  isRoot: ({ parentId }: TaxonomyRecord) => parentId === null,
  parent: ({ parentId }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    store.find('taxonomies', parentId) ?? null,
};
