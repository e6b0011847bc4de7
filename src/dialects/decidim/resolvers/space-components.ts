import type { RequestContext } from '../../../graphql/context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import { typeOfComponent } from '../../../server/resolvers/components.ts';
import { type Space, isSpaceVisible } from '../../../server/resolvers/find-space.ts';
import { findVisibleComponents } from '../../../server/resolvers/spaces.ts';
import type { Component } from '../../../records/records.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import { createLikeMatcher, publicationFilters, sortByField, sortById } from './filters-and-sort-keys.ts';

/** The kinds of components whose settings have no comments. */
const kindsWithoutComments = new Set(['pages', 'surveys']);
/** The kinds of components whose map is a setting; those of meetings always have one. */
const kindsWithMapSetting = new Set(['accountability', 'budgets', 'proposals']);

/** `ParticipatoryProcesses` as Ruby's `underscore` prints it: `participatory_processes`. */
const underscore = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** The filters and sort keys of the components of a space. */
export const componentCriteria: ListCriteria<Component> = {
  filters: {
    ...publicationFilters,
    name: (text: string | null, _, locale) => {
      const matches = createLikeMatcher(`%${text ?? ''}%`);
      return ({ name }) => matches(name[locale]);
    },
    type: (type: string) => {
      const wanted = underscore(type);
      return ({ kind }) => kind === wanted;
    },
    withCommentsEnabled:
      (isEnabled: boolean | null) =>
      ({ kind, settings }) =>
        !kindsWithoutComments.has(kind) && settings.commentsEnabled === isEnabled,
    withGeolocationEnabled:
      (isEnabled: boolean | null) =>
      ({ kind, settings }) =>
        kind === 'meetings' || (kindsWithMapSetting.has(kind) && (settings.mapsEnabled ?? false) === isEnabled),
  },
  filtersFailingOnNull: ['type'],
  sortKeys: {
    id: sortById,
    name: { column: 'name', getValue: ({ name }, _, locale) => name[locale] },
    type: sortByField('manifest_name', 'kind'),
    weight: sortByField('weight', 'weight'),
  },
};

/** `components` of a space: API users who are members of a restricted space get an error in the place of each one. */
export function resolveComponents(
  space: Space,
  args: ListArguments,
  context: RequestContext,
): readonly (Component | Error)[] {
  const components = filterAndSort(findVisibleComponents(space, context), args, componentCriteria, context.store);
  const isReadable = context.viewer?.admin === true || isSpaceVisible(space, context.viewer);
  return isReadable ? components : components.map((component) => unauthorizedObject(typeOfComponent(component)));
}
