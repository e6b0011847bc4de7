import { findSpace } from '../../../server/resolvers/find-space.ts';
import { isHidden } from '../resolvers/hidden-records.ts';
import type { Store } from '../../../store/store.ts';

/** Creates the check whether a component is published and in the same space as another. */
function createSpaceCheck(componentId: number, store: Store): (otherId: number) => boolean {
  const space = findSpace(store.get('components', componentId), store);
  return (otherId) => {
    const component = store.get('components', otherId);
    return findSpace(component, store) === space && component.publishedAt !== null;
  };
}

/** Returns the ids of the proposals, drafts included and hidden ones excluded, to which a record of a component can link, without duplicates. */
export function findLinkableProposals(ids: readonly number[], componentId: number, store: Store): number[] {
  const isInSpace = createSpaceCheck(componentId, store);
  const proposals = store.findMany('proposals', [...new Set(ids)]);
  return proposals
    .filter(({ id, componentId: own }) => isInSpace(own) && !isHidden('proposals', id, store))
    .map(({ id }) => id);
}

/** Returns the ids of the projects to which a record of a component can link, without duplicates. */
export function findLinkableProjects(ids: readonly number[], componentId: number, store: Store): number[] {
  const isInSpace = createSpaceCheck(componentId, store);
  const projects = store.findMany('projects', [...new Set(ids)]);
  return projects.filter(({ budgetId }) => isInSpace(store.get('budgets', budgetId).componentId)).map(({ id }) => id);
}
