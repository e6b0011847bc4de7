import { type AttributeError, SimulatedServerError } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Component, Debate, Kind, Meeting, Proposal, RecordReference, User } from '../../../records/records.ts';
import { type Space, findSpace, spaceReference, isAssembly } from '../../../resources/find-space.ts';
import type { Store } from '../../../store/store.ts';
import { includesRootTaxonomy } from '../values/ids.ts';
import type { AttributeContext } from '../../../graphql/guards.ts';

/** A record of a kind, as other records refer to it. */
export const referenceTo = (kind: Kind, id: number): RecordReference => `${kind}/${id}`;

type Order<T> = (a: T, b: T) => number;

/** Sorts by a number, then by id. */
export const byNumber =
  <F extends string>(field: F): Order<{ id: number } & Record<F, number>> =>
  (a, b) =>
    a[field] - b[field] || a.id - b.id;

interface InComponent {
  componentId?: number;
  budgetId?: number | null;
}

/** The component that a record is in; of a project, that of its budget. Undefined for a record outside of components. */
export const findComponentOf = ({ componentId, budgetId = null }: InComponent, store: Store): Component | undefined =>
  store.find('components', componentId ?? store.find('budgets', budgetId)?.componentId ?? null);

/** The space that a record belongs to; a space itself; undefined for a record outside of spaces, such as a user or a mocked record. */
export function findSpaceOf(reference: RecordReference, store: Store): Space | undefined {
  const { kind, id } = parseRecordReference(reference);
  if (kind === 'processes' || kind === 'assemblies') return store.find(kind, id);
  const component = findComponentOf((store.find(kind, id) ?? {}) as InComponent, store);
  return component && findSpace(component, store);
}

/** Whether a user is a person. API users are not: they sign in with a key. */
export const isParticipant = ({ key }: User): boolean => key === null;

export const isDeleted = ({ deletedAt = null }: { deletedAt?: string | null }): boolean => deletedAt !== null;

/** The authors of a proposal. */
export const authorsOf = ({ authorIds }: Proposal, _: unknown, { store }: RequestContext): User[] =>
  store.findMany('users', authorIds);

/** `author` of `AuthorableInterface`: null if the record is official. */
export const authorOf = (
  { authorId }: { authorId: number | null },
  _: unknown,
  { store }: RequestContext,
): User | null => store.find('users', authorId) ?? null;

export const isAuthor = ({ authorId }: Meeting | Debate, { viewer }: RequestContext): boolean =>
  viewer !== null && authorId === viewer.id;

export const minutesSince = (time: string, { store }: RequestContext): number =>
  (store.parseDateTime(store.now()) - store.parseDateTime(time)) / 60_000;

/** Only administrators and members, who are people, take part in a transparent space. */
export const mayTakePart = (component: Component, { store, viewer }: RequestContext): boolean => {
  const space = findSpace(component, store);
  if (viewer?.admin || !isAssembly(space) || space.access !== 'transparent') return true;
  const reference = spaceReference(space);
  return store.where('members', 'userId', viewer?.id ?? 0).some((member) => member.space === reference);
};

/** Whether a record is updated. On create, the record of the context is a component. */
export const isUpdate = ({ record }: AttributeContext): boolean => 'componentId' in record;

export const rootTaxonomyError = () => new SimulatedServerError('the database rejects a root taxonomy');

/** Refuses a root taxonomy after all other rules: on create, the platform reports an attribute error without a list. */
export function refuseRootTaxonomy(ids: readonly number[], context: AttributeContext): AttributeError[] | undefined {
  if (!includesRootTaxonomy(ids, context.store)) return undefined;
  if (isUpdate(context)) throw rootTaxonomyError();
  return [];
}
