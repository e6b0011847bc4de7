import type { RequestContext } from '../../../../graphql/context.ts';
import { type Taxonomizable, resolveTaxonomies } from '../../../../server/resolvers/taxonomies.ts';
import type { Taxonomy } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { constants } from '../../resolvers/relations.ts';

/** The root of the taxonomies that were scopes, as the platform names it when a town moves to 0.30. */
const scopesRoot = /^(~ )?(Scopes|Àmbits|Ámbitos)$/;

const parentOf = ({ parentId }: Taxonomy, store: Store): Taxonomy | undefined => store.find('taxonomies', parentId);

const rootOf = (taxonomy: Taxonomy, store: Store): Taxonomy => {
  const parent = parentOf(taxonomy, store);
  return parent ? rootOf(parent, store) : taxonomy;
};

const isScope = (taxonomy: Taxonomy, store: Store): boolean =>
  Object.values(rootOf(taxonomy, store).name).some((name) => scopesRoot.test(name));

/** Resolves to the first scope of a record by weight, or to the first of its other taxonomies. */
const firstTaxonomy = (wantsScope: boolean) => (record: Taxonomizable, _: unknown, context: RequestContext) =>
  resolveTaxonomies(record, _, context).find((each) => isScope(each, context.store) === wantsScope) ?? null;

/** The taxonomy above; a root is neither a scope nor a category. */
function resolveParent(taxonomy: Taxonomy, _: unknown, { store }: RequestContext): Taxonomy | null {
  const parent = parentOf(taxonomy, store);
  return parent && parent.parentId !== null ? parent : null;
}

const resolveChildren = ({ id }: Taxonomy, _: unknown, { store }: RequestContext) =>
  store.where('taxonomies', 'parentId', id);

const scope = firstTaxonomy(true);
const both = { category: firstTaxonomy(false), scope };

/** Records have one category and one scope in the place of taxonomies. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Assembly: constants([], 'members'),
    Budget: { scope },
    Category: { parent: resolveParent, subcategories: resolveChildren },
    Debate: both,
    Meeting: both,
    ParticipatoryProcess: { scope },
    Project: both,
    Proposal: both,
    Result: both,
    Scope: { children: resolveChildren, parent: resolveParent },
  },
};
