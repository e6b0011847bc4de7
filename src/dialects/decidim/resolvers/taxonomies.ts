import type { RequestContext } from '../../../contract/request-context.ts';
import { byWeight } from '../../../server/resolvers/taxonomies.ts';
import { kindNames, kinds } from '../../../store/kinds.ts';
import type { Taxonomy as TaxonomyRecord } from '../../../store/records.ts';

interface Taxonomizable {
  taxonomyIds?: number[];
}

const kindsWithTaxonomies = kindNames.filter((kind) => 'taxonomyIds' in kinds[kind].schema.properties);

/** `taxonomies` of `TaxonomizableInterface`, by weight. */
export const taxonomiesOf = ({ taxonomyIds = [] }: Taxonomizable, _: unknown, { store }: RequestContext) =>
  store.findMany('taxonomies', taxonomyIds).toSorted(byWeight);

export const Taxonomy = {
  /** The number of records that have this taxonomy itself, not one below it. */
  taxonomizationsCount: ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    kindsWithTaxonomies.flatMap((kind) =>
      (store.all(kind) as Taxonomizable[]).filter(({ taxonomyIds = [] }) => taxonomyIds.includes(id)),
    ).length,
};
