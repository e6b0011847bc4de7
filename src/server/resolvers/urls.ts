import type { RequestContext } from '../../contract/request-context.ts';
import type { Component, Process } from '../../store/records.ts';

const processPath = ({ slug }: Process, { store }: RequestContext): string =>
  `/${store.organization.defaultLocale}/processes/${slug}`;

/** Returns the URL of a process. */
export const processUrl = (process: Process, context: RequestContext): string =>
  `${context.origin}${processPath(process, context)}`;

/** Returns the URL of a page of a component, such as `/meetings/5`. */
export function componentUrl(component: Component, path: string, context: RequestContext): string {
  const process = context.store.find('processes', component.processId)!;
  return `${processUrl(process, context)}/f/${component.id}${path}`;
}

/** Creates the resolver for the URL of a component's record; `list` is a path segment such as `meetings`. */
export const recordUrl =
  (list: string) => (record: { id: number; componentId: number }, _: unknown, context: RequestContext) =>
    componentUrl(context.store.find('components', record.componentId)!, `/${list}/${record.id}`, context);
