import type { Store } from '../store/store.ts';
import type { Component, User } from '../store/records.ts';
import type { Behavior } from './behavior.ts';
import type { StepCounter } from './execution-steps.ts';

/** The context value of one GraphQL request. */
export interface RequestContext extends StepCounter {
  /** The signed-in user; null for an anonymous request. */
  viewer: User | null;
  store: Store;
  behavior: Behavior;
  /** Scheme, host and port by which the client reaches the server, for URLs in the response. */
  origin: string;
  /** The locale that a field has asked for. Default: the organization's default locale. */
  locale?: string | undefined;
}

/** Returns the component that a record belongs to; a component is returned as it is. */
export function getComponent(source: { componentId?: number }, store: Store): Component {
  const component = source.componentId === undefined ? source : store.find('components', source.componentId);
  return component as Component;
}
