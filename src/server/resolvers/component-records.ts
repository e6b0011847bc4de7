import type { RequestContext } from '../../contract/request-context.ts';
import { notFound } from '../../errors.ts';
import type { Component, Records } from '../../store/records.ts';
import type { Connection, ConnectionArguments } from './connections.ts';

/** The kinds of record that belong to a component. */
type ComponentKind = 'budgets' | 'meetings' | 'proposals' | 'results' | 'statuses';

// Drafts have the field, and null in it; kinds without drafts do not have it.
const isPublished = (record: { id: number; publishedAt?: string | null }): boolean => record.publishedAt !== null;

/** A field for one record of the component by its id; what is not there, or not published, is not found as `type`. */
export const recordById =
  <K extends ComponentKind>(kind: K, type: string) =>
  (component: Component, { id }: { id: string }, { store }: RequestContext): Records[K] => {
    const record = store.find(kind, id);
    if (!record || record.componentId !== component.id || !isPublished(record)) throw notFound(type);
    return record;
  };

/** A field for the component's published records of a kind, by pages. */
export const connection =
  <K extends ComponentKind>(kind: K) =>
  (
    component: Component,
    pagination: ConnectionArguments,
    { store, behavior }: RequestContext,
  ): Connection<Records[K]> => ({
    records: store.where(kind, 'shownIn', component.id),
    pagination,
    maxPageSize: behavior.maxPageSize,
  });
