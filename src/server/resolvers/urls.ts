import type { RequestContext } from '../../contract/request-context.ts';
import type { Component } from '../../store/records.ts';
import { type Space, findSpace, isAssembly } from './find-space.ts';

/** Returns the URL of a space. */
export const spaceUrl = (space: Space, { origin, store, locale }: RequestContext): string =>
  `${origin}/${locale ?? store.organization.defaultLocale}/${isAssembly(space) ? 'assemblies' : 'processes'}/${space.slug}`;

/** Returns the URL of a page of a component, such as `/meetings/5`. */
export const componentUrl = (component: Component, path: string, context: RequestContext): string =>
  `${spaceUrl(findSpace(component, context.store), context)}/f/${component.id}${path}`;

/** Creates the resolver for the URL of a component's record; `list` is a path segment such as `meetings`. */
export const recordUrl =
  (list: string) => (record: { id: number; componentId: number }, _: unknown, context: RequestContext) =>
    componentUrl(context.store.find('components', record.componentId)!, `/${list}/${record.id}`, context);
