import type { RequestContext } from '../../../graphql/context.ts';
import { notFound, unauthorizedObject } from '../../../errors.ts';
import { componentFields } from '../../../server/resolvers/components.ts';
import type { ConnectionArguments } from '../../../server/resolvers/connections.ts';
import { isShown } from '../../../records/kinds.ts';
import type { Component, Kind, Meeting, Post, Records } from '../../../records/records.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import { isHidden, refuseHidden } from './hidden-records.ts';
import { postCriteria } from './posts.ts';
import { proposalCriteria } from './proposals.ts';
import { typeOf } from './record-types.ts';

type ListedKind = 'budgets' | 'debates' | 'meetings' | 'pages' | 'posts' | 'proposals' | 'results' | 'surveys';

/** The records that the components of a type show. */
interface ComponentList<K extends ListedKind = ListedKind> {
  kind: K;
  /** The field with one record, by id. */
  one: string;
  /** The field with the connection of all records. */
  many: string;
  /** Whether a viewer sees a record that is neither a draft nor deleted. Default: everybody sees all. */
  isVisible?(record: Records[K], context: RequestContext): boolean;
  criteria?: ListCriteria<Records[K]>;
  /** Drafts are in the list, but are not found by id. */
  listsDrafts?: true;
}

const describeList = <K extends ListedKind>(list: ComponentList<K>): ComponentList => list as unknown as ComponentList;

const isMeetingVisible = ({ privateMeeting = false, transparent = true }: Meeting): boolean =>
  !privateMeeting || transparent;

const isPostVisible = ({ publishedAt }: Post, { store, viewer }: RequestContext): boolean =>
  viewer?.admin === true || store.parseDateTime(publishedAt!) <= store.parseDateTime(store.now());

const lists: Record<string, ComponentList> = {
  Accountability: describeList({ kind: 'results', one: 'result', many: 'results' }),
  Blogs: describeList({
    kind: 'posts',
    one: 'post',
    many: 'posts',
    isVisible: isPostVisible,
    criteria: postCriteria,
  }),
  Budgets: describeList({ kind: 'budgets', one: 'budget', many: 'budgets' }),
  Debates: describeList({ kind: 'debates', one: 'debate', many: 'debates' }),
  Meetings: describeList({ kind: 'meetings', one: 'meeting', many: 'meetings', isVisible: isMeetingVisible }),
  Pages: describeList({ kind: 'pages', one: 'page', many: 'pages' }),
  Proposals: describeList({ kind: 'proposals', one: 'proposal', many: 'proposals', criteria: proposalCriteria }),
  Surveys: describeList({ kind: 'surveys', one: 'survey', many: 'surveys', listsDrafts: true }),
};

/** Whether a viewer sees a record that is neither a draft nor deleted. */
export const isVisibleFor = <K extends Kind>(kind: K, record: Records[K], context: RequestContext): boolean =>
  Object.values(lists)
    .find((list) => list.kind === kind)
    ?.isVisible?.(record as never, context) ?? true;

function findRecord({ kind, isVisible }: ComponentList, component: Component, id: string, context: RequestContext) {
  const { store } = context;
  const type = typeOf(kind);
  const record = store.find(kind, id);
  const isFound = record?.componentId === component.id && isShown(record) && (isVisible?.(record, context) ?? true);
  if (!isFound) throw notFound(type);
  if (isHidden(kind, record.id, store)) throw unauthorizedObject(type);
  return record;
}

function findRecords(list: ComponentList, component: Component, args: ListArguments, context: RequestContext) {
  const { kind, isVisible, criteria, listsDrafts = false } = list;
  const { store } = context;
  const all = store.where(kind, listsDrafts ? 'componentId' : 'shownIn', component.id);
  const visible = isVisible ? all.filter((record) => isVisible(record, context)) : all;
  const sorted = criteria ? filterAndSort(visible, args, criteria, store) : visible;
  return refuseHidden(kind, sorted, store);
}

/** The resolvers of each type of component: the list of its records, and one of them by id. */
export const componentResolvers = Object.fromEntries(
  Object.entries(lists).map(([type, list]) => [
    type,
    {
      ...componentFields,
      [list.one]: (component: Component, { id }: { id: string }, context: RequestContext) =>
        findRecord(list, component, id, context),
      [list.many]: (component: Component, args: ConnectionArguments & ListArguments, context: RequestContext) => ({
        records: findRecords(list, component, args, context),
        pagination: args,
        maxPageSize: context.behavior.maxPageSize,
      }),
    },
  ]),
);
