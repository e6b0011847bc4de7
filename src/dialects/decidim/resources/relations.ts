import type { RequestContext } from '../../../graphql/context.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Component, Kind, RecordReference, User } from '../../../records/records.ts';
import { type Space, findSpace } from '../../../resources/find-space.ts';
import type { Store } from '../../../store/store.ts';

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

/** `author` of `AuthorableInterface`: null if the record is official. */
export const authorOf = (
  { authorId }: { authorId: number | null },
  _: unknown,
  { store }: RequestContext,
): User | null => store.find('users', authorId) ?? null;
