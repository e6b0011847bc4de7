import type { RequestContext } from '../../../contract/request-context.ts';
import type { Taxonomy as TaxonomyRecord } from '../../../store/records.ts';

const kindsWithTaxonomies = ['meetings', 'proposals', 'results'] as const;

export const Taxonomy = {
  /** The number of records that have this taxonomy itself, not one below it. */
  taxonomizationsCount: ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    kindsWithTaxonomies.flatMap((kind) => store.all(kind).filter(({ taxonomyIds }) => taxonomyIds.includes(id))).length,
};
