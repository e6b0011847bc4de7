import { existingTaxonomyIds } from '../../../resources/taxonomies.ts';
import type { Store } from '../../../store/store.ts';

const leadingDigits = /^\s*\+?0*(\d+)/;

/** Parses an id as the platform's database does: the number at the start of the text, else 0. */
export const parseRecordId = (text: string): string => leadingDigits.exec(text)?.[1] ?? '0';

/** Returns the ids of the taxonomies that exist, without duplicates. An id is the number at the start of a text. */
export const parseTaxonomyIds = (ids: readonly string[], store: Store): number[] =>
  existingTaxonomyIds(
    ids.map((id) => Number.parseInt(id, 10)),
    store,
  );

/** Whether a root taxonomy is among the ids; the platform's database rejects root taxonomies. */
export const includesRootTaxonomy = (ids: readonly number[], store: Store): boolean =>
  store.findMany('taxonomies', ids).some(({ parentId }) => parentId === null);
