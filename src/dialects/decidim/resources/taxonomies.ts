import type { RequestContext } from '../../../graphql/context.ts';
import type { Taxonomy } from '../../../records/records.ts';
import { type Space, findSpace } from '../../../resources/find-space.ts';
import { type Taxonomizable, resolveTaxonomies } from '../../../resources/taxonomies.ts';
import type { Store } from '../../../store/store.ts';
import { type PlatformBehavior, forTypes, note } from '../resource.ts';
import { findComponentOf } from './relations.ts';

/** The root of the taxonomies that were scopes, as the platform names it when a town moves to 0.30. */
const scopesRoot = /^(~ )?(Scopes|Àmbits|Ámbitos)$/;

const parentOf = ({ parentId }: Taxonomy, store: Store): Taxonomy | undefined => store.find('taxonomies', parentId);

function isScope(taxonomy: Taxonomy, store: Store): boolean {
  const parent = parentOf(taxonomy, store);
  return parent ? isScope(parent, store) : Object.values(taxonomy.name).some((name) => scopesRoot.test(name));
}

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

/** The kinds of records that have a category. */
const categorizedKinds = ['debates', 'meetings', 'projects', 'proposals', 'results'] as const;

/** The category at the top of the tree that a taxonomy belongs to. */
function topCategory(taxonomy: Taxonomy, store: Store): Taxonomy {
  const parent = parentOf(taxonomy, store);
  return parent && parent.parentId !== null ? topCategory(parent, store) : taxonomy;
}

/** The categories of a space: those of its records. The platform keeps them in the space. */
function resolveCategories(space: Space, _: unknown, { store }: RequestContext): Taxonomy[] {
  const records = categorizedKinds.flatMap((kind): { taxonomyIds?: number[] }[] =>
    store.all(kind).filter((record) => {
      const component = findComponentOf(record, store);
      return component !== undefined && findSpace(component, store) === space;
    }),
  );
  const taxonomies = store
    .findMany('taxonomies', [...new Set(records.flatMap(({ taxonomyIds = [] }) => taxonomyIds))])
    .filter((each) => each.parentId !== null && !isScope(each, store));
  return [...new Set(taxonomies.map((each) => topCategory(each, store)))].toSorted((a, b) => a.id - b.id);
}

const categoriesAndScopes = {
  Assembly: { categories: resolveCategories },
  Budget: { scope: firstTaxonomy(true) },
  ParticipatoryProcess: { categories: resolveCategories, scope: firstTaxonomy(true) },
  ...forTypes('Debate Meeting Project Proposal Result', { category: firstTaxonomy(false), scope: firstTaxonomy(true) }),
  Category: { parent: resolveParent, subcategories: resolveChildren },
  Scope: { children: resolveChildren, parent: resolveParent },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // Records have one category and one scope; 0.30 turned both into taxonomies.
  categoriesAndScopes: {
    until: '0.29',
    resolvers: categoriesAndScopes,
    notes: [
      note(
        'has the categories of a space; 0.30 turned them into taxonomies',
        '*.categories',
        'Category.parent',
        'Category.subcategories',
      ),
    ],
  },
};
