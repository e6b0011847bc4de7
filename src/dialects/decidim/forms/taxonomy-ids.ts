import { existingTaxonomyIds } from '../../../server/resolvers/taxonomies.ts';
import type { Store } from '../../../store/store.ts';

/** The taxonomies that there are among these ids, each once; an id is the number that a text begins with. */
export const parseTaxonomyIds = (ids: readonly string[], store: Store): number[] =>
  existingTaxonomyIds(
    ids.map((id) => Number.parseInt(id, 10)),
    store,
  );

/** Whether one of these taxonomies is a root, which the database refuses. */
export const includesRootTaxonomy = (ids: readonly number[], store: Store): boolean =>
  store.findMany('taxonomies', ids).some(({ parentId }) => parentId === null);
