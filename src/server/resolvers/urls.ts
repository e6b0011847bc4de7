import type { RequestContext } from '../../contract/request-context.ts';
import type { Component, Process } from '../../store/records.ts';

const processPath = ({ slug }: Process, { store }: RequestContext): string =>
  `/${store.organization.defaultLocale}/processes/${slug}`;

/** The page of a process. */
export const processUrl = (process: Process, context: RequestContext): string =>
  `${context.origin}${processPath(process, context)}`;

/** A page below a component's: `below` is such as `/meetings/5`. */
export function componentUrl(component: Component, below: string, context: RequestContext): string {
  const process = context.store.find('processes', component.processId)!;
  return `${processUrl(process, context)}/f/${component.id}${below}`;
}

/** The page of a record that belongs to a component, in its list of this name. */
export const recordUrl =
  (list: string) => (record: { id: number; componentId: number }, _: unknown, context: RequestContext) =>
    componentUrl(context.store.find('components', record.componentId)!, `/${list}/${record.id}`, context);
