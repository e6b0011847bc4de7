import type { ComponentReading } from './component-readings.ts';
import type { Answer } from './reader.ts';
import { type Field, type Selection, field, on, select } from './selection.ts';
import type { Node } from './values.ts';

/** A component to read. */
export interface ComponentToRead extends ComponentReading {
  id: number;
  type: string;
}

/** Fields of a component, in a query. */
export const inComponent = ({ id, type }: Pick<ComponentToRead, 'id' | 'type'>, ...fields: Field[]): Field =>
  field('component', select('ComponentInterface', 'id', on(select(type, ...fields))), `id: "${id}"`);

/** The component in a response; undefined if the deployment does not show it. */
export const componentNode = ({ data, errors }: Answer): Node | undefined => {
  const value = data['component'];
  return typeof value === 'object' && value !== null
    ? { value: value as Record<string, unknown>, path: 'component', errors }
    : undefined;
};

/** A page of the records of a component, in a query. */
export function pageOf(
  component: ComponentToRead,
  selection: Selection,
  size: number,
  after: string | undefined,
): Field {
  const connection = select(
    `${selection.type}Connection`,
    field('pageInfo', select('PageInfo', 'hasNextPage', 'endCursor')),
    field('nodes', selection),
  );
  const args = [`first: ${size}`, ...(after === undefined ? [] : [`after: ${JSON.stringify(after)}`])].join(', ');
  return inComponent(component, field(component.many, connection, args));
}

/** A page of the records of a component, in a response. */
export function connectionNode(component: ComponentToRead, answer: Answer): Node | undefined {
  const value = componentNode(answer)?.value[component.many];
  return typeof value === 'object' && value !== null
    ? { value: value as Record<string, unknown>, path: `component.${component.many}`, errors: answer.errors }
    : undefined;
}
