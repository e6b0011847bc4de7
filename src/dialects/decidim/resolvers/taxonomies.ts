import type { RequestContext } from '../../../contract/request-context.ts';
import type { Taxonomy as TaxonomyRecord } from '../../../store/records.ts';

/** The kinds whose records are put under taxonomies. */
const classified = ['meetings', 'proposals', 'results'] as const;

export const DecidimTaxonomy = {
  /** How many records are directly under it. */
  taxonomizationsCount: ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    classified.flatMap((kind) => store.all(kind).filter(({ taxonomyIds }) => taxonomyIds.includes(id))).length,
};
