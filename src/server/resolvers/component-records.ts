import type { RequestContext } from '../../contract/request-context.ts';
import { notFound } from '../../errors.ts';
import type { Component, Records } from '../../store/records.ts';
import type { ConnectionArguments, ConnectionSource } from './connections.ts';

/** The kinds of records that belong to a component. */
type ComponentKind = 'budgets' | 'meetings' | 'proposals' | 'results' | 'statuses';

/** Whether a record is not a draft, whose `publishedAt` is null. Kinds without drafts do not have the field. */
export const isPublished = (record: { id: number; publishedAt?: string | null }): boolean =>
  record.publishedAt !== null;

/** Creates the resolver for a published record of a component by id. Throws a not-found error with the name of `type`. */
export const recordById =
  <K extends ComponentKind>(kind: K, type: string) =>
  (component: Component, { id }: { id: string }, { store }: RequestContext): Records[K] => {
    const record = store.find(kind, id);
    if (!record || record.componentId !== component.id || !isPublished(record)) throw notFound(type);
    return record;
  };

/** Creates the resolver for the connection of a component's published records. */
export const connection =
  <K extends ComponentKind>(kind: K) =>
  (
    component: Component,
    pagination: ConnectionArguments,
    { store, behavior }: RequestContext,
  ): ConnectionSource<Records[K]> => ({
    records: store.where(kind, 'shownIn', component.id),
    pagination,
    maxPageSize: behavior.maxPageSize,
  });
