import { findSpace } from '../../../server/resolvers/find-space.ts';
import type { Store } from '../../../store/store.ts';

/** Creates the check whether a component is published and in the same space as another. */
function createSpaceCheck(componentId: number, store: Store): (otherId: number) => boolean {
  const space = findSpace(store.find('components', componentId)!, store);
  return (otherId) => {
    const component = store.find('components', otherId)!;
    return findSpace(component, store) === space && component.publishedAt !== null;
  };
}

/** Returns the ids of the proposals, drafts included, to which a record of a component can link, without duplicates. */
export function findLinkableProposals(ids: readonly number[], componentId: number, store: Store): number[] {
  const isInSpace = createSpaceCheck(componentId, store);
  const proposals = store.findMany('proposals', [...new Set(ids)]);
  return proposals.filter((proposal) => isInSpace(proposal.componentId)).map(({ id }) => id);
}

/** Returns the ids of the projects to which a record of a component can link, without duplicates. */
export function findLinkableProjects(ids: readonly number[], componentId: number, store: Store): number[] {
  const isInSpace = createSpaceCheck(componentId, store);
  const projects = store.findMany('projects', [...new Set(ids)]);
  return projects.filter(({ budgetId }) => isInSpace(store.find('budgets', budgetId)!.componentId)).map(({ id }) => id);
}
