import type { RequestContext } from '../../../../graphql/context.ts';
import { type Space, findComponents, isSpaceVisible } from '../../../../server/resolvers/find-space.ts';
import type { Component } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { type ListArguments, filterAndSort } from '../../resolvers/lists.ts';
import { componentCriteria } from '../../resolvers/components.ts';

/** `components` of a space: null in the place of each one that the viewer may not see. */
function resolveComponents(space: Space, args: ListArguments, { store, viewer }: RequestContext): (Component | null)[] {
  const components = filterAndSort(findComponents(space, store), args, componentCriteria, store);
  const isReadable = ({ publishedAt }: Component) =>
    viewer?.admin === true || (publishedAt !== null && isSpaceVisible(space, viewer));
  return components.map((component) => (isReadable(component) ? component : null));
}

const components = { components: resolveComponents };

export const overrides: DecidimOverrides = {
  resolvers: { Assembly: components, ParticipatoryProcess: components, ParticipatorySpace: components },
};
