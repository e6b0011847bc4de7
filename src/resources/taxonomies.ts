import type { RequestContext } from '../graphql/context.ts';
import type { Taxonomy as TaxonomyRecord } from '../records/records.ts';
import type { Store } from '../store/store.ts';
import type { RecordResolvers } from './resolver-types.ts';

const byWeight = (a: TaxonomyRecord, b: TaxonomyRecord): number => a.weight - b.weight || a.id - b.id;

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

const Organization = {
  taxonomies: (_, __, { store }) => store.where('taxonomies', 'parentId', null).toSorted(byWeight),
} satisfies RecordResolvers<'organization'>;

const Taxonomy = {
  children: ({ id }, _, { store }) => store.where('taxonomies', 'parentId', id).toSorted(byWeight),
  childrenCount: ({ id }, _, { store }) => store.where('taxonomies', 'parentId', id).length,
  isRoot: ({ parentId }) => parentId === null,
  parent: ({ parentId }, _, { store }) => store.find('taxonomies', parentId) ?? null,
} satisfies RecordResolvers<'taxonomies'>;

export const resolvers = { Organization, Taxonomy };
