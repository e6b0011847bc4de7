import type { RequestContext } from '../../../graphql/context.ts';
import type { Taxonomizable } from '../../../server/resolvers/taxonomies.ts';
import { kindNames, kinds } from '../../../records/kinds.ts';
import type { Taxonomy as TaxonomyRecord } from '../../../records/records.ts';

const kindsWithTaxonomies = kindNames.filter((kind) => 'taxonomyIds' in kinds[kind].schema.properties);

export const Taxonomy = {
  /** The number of records that have this taxonomy itself, not one below it. */
  taxonomizationsCount: ({ id }: TaxonomyRecord, _: unknown, { store }: RequestContext) =>
    kindsWithTaxonomies.flatMap((kind) =>
      (store.all(kind) as readonly Taxonomizable[]).filter(({ taxonomyIds = [] }) => taxonomyIds.includes(id)),
    ).length,
};
