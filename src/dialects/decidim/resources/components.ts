import { SimulatedServerError, notFound } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { isShown, parseRecordReference } from '../../../records/kinds.ts';
import type { Component, Records } from '../../../records/records.ts';
import { componentFields } from '../../../resources/components.ts';
import type { Space } from '../../../resources/find-space.ts';
import { findListedComponents } from '../../../resources/spaces.ts';
import {
  type ListArguments,
  type ListCriteria,
  createDayFilters,
  createTextFilter,
  filterAndSort,
  publicationFilters,
  sortByField,
  sortById,
  sortByLikes,
  sortByTime,
} from './lists.ts';
import { proposalCriteria } from './proposals.ts';
import { classNameOf, typeOf } from '../record-types.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';

const postCriteria: ListCriteria<Records['posts']> = {
  filters: {
    ...createDayFilters('created', 'createdAt'),
    ...createDayFilters('updated', 'updatedAt'),
  },
  sortKeys: {
    createdAt: sortByTime('created_at', 'createdAt'),
    id: sortById,
    ...sortByLikes('posts'),
    updatedAt: sortByTime('updated_at', 'updatedAt'),
  },
};

type ListedKind = 'budgets' | 'debates' | 'meetings' | 'pages' | 'posts' | 'proposals' | 'results' | 'surveys';

/** The records that the components of a type show. */
interface ComponentList<K extends ListedKind> {
  /** Also the name of the field with the connection of all records; the one with a record, by id, has no `s` at its end. */
  kind: K;
  /** Whether the list has a record that is neither a draft nor deleted. Default: it has all. */
  isListed?(record: Records[K], context: RequestContext): boolean;
  criteria?: ListCriteria<Records[K]>;
  /** Drafts are in the list, but are not found by id. */
  listsDrafts?: true;
}

const listOf = <K extends ListedKind>(list: ComponentList<K>) => list as unknown as ComponentList<ListedKind>;

const lists: Record<string, ComponentList<ListedKind>> = {
  Accountability: listOf({ kind: 'results' }),
  Blogs: listOf({
    kind: 'posts',
    isListed: ({ publishedAt }, { store, viewer }) =>
      viewer?.admin === true || store.parseDateTime(publishedAt!) <= store.parseDateTime(store.now()),
    criteria: postCriteria,
  }),
  Budgets: listOf({ kind: 'budgets' }),
  Debates: listOf({ kind: 'debates' }),
  Meetings: listOf({
    kind: 'meetings',
    isListed: ({ privateMeeting = false, transparent = true }) => !privateMeeting || transparent,
  }),
  Pages: listOf({ kind: 'pages' }),
  Proposals: listOf({ kind: 'proposals', criteria: proposalCriteria }),
  Surveys: listOf({ kind: 'surveys', listsDrafts: true }),
};

/** The fields of a type of component: one of its records by id, and the list of them. */
function listFields({ kind, isListed, criteria, listsDrafts }: ComponentList<ListedKind>) {
  return {
    ...componentFields,
    [kind.slice(0, -1)](component, { id }: { id: string }, context) {
      const record = context.store.find(kind, id);
      const isFound = record?.componentId === component.id && isShown(record) && (isListed?.(record, context) ?? true);
      if (!isFound) throw notFound(typeOf(kind));
      return record;
    },
    [kind](component, args: ListArguments, context) {
      const found = context.store.where(kind, listsDrafts ? 'componentId' : 'shownIn', component.id);
      const listed = isListed ? found.filter((record) => isListed(record, context)) : found;
      const records = criteria ? filterAndSort(listed, args, criteria, context.store) : listed;
      return { records, pagination: args, maxPageSize: context.behavior.maxPageSize };
    },
  } satisfies FieldResolvers<Component>;
}

const byProgress = (a: Records['statuses'], b: Records['statuses']): number =>
  (a.progress ?? Infinity) - (b.progress ?? Infinity) || (a.key < b.key ? -1 : 1);

const types = Object.fromEntries(Object.entries(lists).map(([type, list]) => [type, listFields(list)]));

const Accountability = {
  ...types['Accountability'],
  statuses: ({ id }, _, { store }) => store.where('statuses', 'shownIn', id).toSorted(byProgress),
} satisfies FieldResolvers<Component>;

/** The page of a component of kind `pages` has its name. */
const Page = {
  title: ({ componentId }, _, { store }) => store.get('components', componentId).name,
} satisfies RecordResolvers<'pages'>;

const Questionnaire = {
  forEntity({ questionnaireFor }, _, { store }) {
    const { kind, id } = parseRecordReference(questionnaireFor);
    if (kind !== 'meetings') throw new SimulatedServerError('the interface of questionnaires has no type for surveys');
    return store.find('meetings', id);
  },
  forType: ({ questionnaireFor }) => classNameOf(parseRecordReference(questionnaireFor).kind),
  publishedAt: () => null,
} satisfies RecordResolvers<'questionnaires'>;

export const resolvers = {
  ...types,
  Accountability,
  Page,
  Questionnaire,
  QuestionnaireEntityInterface: { __resolveType: () => 'Meeting' },
};

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
    name(text: string | null, _, locale) {
      const matches = createTextFilter(text);
      return ({ name }) => matches(name[locale]);
    },
    type(type: string) {
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
    name: { column: 'name', acceptsMixedCase: true, getValue: ({ name }, _, locale) => name[locale] },
    type: sortByField('manifest_name', 'kind'),
    weight: sortByField('weight', 'weight'),
  },
};

/** `components` of a space. */
export const resolveComponents = (space: Space, args: ListArguments, context: RequestContext) =>
  filterAndSort(findListedComponents(space, context), args, componentCriteria, context.store);
