import type { RequestContext } from '../graphql/context.ts';
import type { Component } from '../records/records.ts';
import { type Space, findSpace, isAssembly } from './find-space.ts';

/** Returns the path of a page of the site in the locale of the request, by default in that of the organization. */
export const pagePath = (
  path: string,
  { store, behavior, locale }: Pick<RequestContext, 'store' | 'behavior' | 'locale'>,
): string => (behavior.pathsWithoutLocale ? path : `/${locale ?? store.organization.defaultLocale}${path}`);

/** Returns the path of a space. */
const spacePath = (space: Space, context: RequestContext): string =>
  pagePath(`/${isAssembly(space) ? 'assemblies' : 'processes'}/${space.slug}`, context);

/** Returns the URL of a space. */
export const spaceUrl = (space: Space, context: RequestContext): string =>
  `${context.origin}${spacePath(space, context)}`;

/** Returns the path of a page of a component, such as `/meetings/5`. */
export const componentPath = (component: Component, path: string, context: RequestContext): string =>
  `${spacePath(findSpace(component, context.store), context)}/f/${component.id}${path}`;

/** Returns the URL of a page of a component, such as `/meetings/5`. */
export const componentUrl = (component: Component, path: string, context: RequestContext): string =>
  `${context.origin}${componentPath(component, path, context)}`;

/** Creates the resolver for the URL of a component's record; `list` is a path segment such as `meetings`. */
export const recordUrl =
  (list: string) => (record: { id: number; componentId: number }, _: unknown, context: RequestContext) =>
    componentUrl(context.store.get('components', record.componentId), `/${list}/${record.id}`, context);
