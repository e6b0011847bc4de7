import type { Store } from '../store/store.ts';
import type { Component, User } from '../store/records.ts';
import type { Behavior } from './behavior.ts';

/** What a request knows while it is executed. */
export interface RequestContext {
  /** The signed-in user; null for an anonymous request. */
  viewer: User | null;
  store: Store;
  /** What the resolvers do in the way of the dialect. */
  behavior: Behavior;
  /** Scheme, host and port under which the client reaches this server, for URLs. */
  origin: string;
  /** Kept once the last write of this request is on the disk; undefined when there is nothing to wait for. */
  durable: Promise<void> | undefined;
}

/** The component that a record, or a component itself, belongs to. */
export function getComponent(source: { componentId?: number }, store: Store): Component {
  const component = source.componentId === undefined ? source : store.find('components', source.componentId);
  return component as Component;
}
