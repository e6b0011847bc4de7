import type { GraphQLResolveInfo } from 'graphql';
import { type Refusal, countRefusals } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Component, User } from '../records/records.ts';
import type { Behavior } from './behavior.ts';

/** Replaces the values of fields of one request. */
export interface FieldFaults {
  /** Returns the value of a field, which is that of `resolve` unless a fault replaces it. */
  executeField(coordinate: string, info: GraphQLResolveInfo, resolve: () => unknown): unknown;
}

/** The context value of one GraphQL request. */
export interface RequestContext {
  /** The signed-in user; null for an anonymous request. */
  viewer: User | null;
  /** The scopes of the application that sent the request; undefined if no application did: there is nothing that it may not do. */
  scopes?: ReadonlySet<string> | undefined;
  store: Store;
  behavior: Behavior;
  /** Scheme, host and port by which the client reaches the server, for URLs in the response. */
  origin: string;
  /** The locale that a field has asked for. Default: the organization's default locale. */
  locale?: string | undefined;
  /** The locales that fields have asked for, in their order, each with the number of refusals before. */
  locales?: { locale: string | undefined; refusalsBefore: number }[];
  /** Why the platform refuses what the request asks for, in plain words, for whoever tests a client. It is not in the response. */
  reason?: string;
  /** The faults of its fields; undefined if there are none. */
  faults?: FieldFaults;
}

/** Sets the locale of what follows in a request. */
export function setLocale(context: RequestContext, locale: string | undefined): void {
  context.locale = locale;
  (context.locales ??= []).push({ locale, refusalsBefore: countRefusals() });
}

/** The locale of a request when something was refused. */
export const localeOfRefusal = ({ locales = [] }: RequestContext, { number }: Refusal): string | undefined =>
  locales.findLast(({ refusalsBefore }) => refusalsBefore < number)?.locale;

/** Returns the component that a record belongs to; a component is returned as it is. */
export function getComponent(source: { componentId?: number }, store: Store): Component {
  const component = source.componentId === undefined ? source : store.find('components', source.componentId);
  return component as Component;
}
