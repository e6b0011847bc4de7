import type { RequestContext } from '../graphql/context.ts';
import { notFound } from '../errors.ts';
import { isShown } from '../records/kinds.ts';
import type { Component, Records } from '../records/records.ts';
import type { ConnectionArguments, ConnectionSource } from './connections.ts';

/** The kinds of records that belong to a component. */
type ComponentKind = 'budgets' | 'debates' | 'meetings' | 'proposals' | 'results' | 'statuses';

/** Creates the resolver for a record that a component shows, by id. Throws a not-found error with the name of `type`. */
export const recordById =
  <K extends ComponentKind>(kind: K, type: string) =>
  (component: Component, { id }: { id: string }, { store }: RequestContext): Records[K] => {
    const record = store.find(kind, id);
    if (!record || record.componentId !== component.id || !isShown(record)) throw notFound(type);
    return record;
  };

/** Creates the resolver for the connection of the records that a component shows. */
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
