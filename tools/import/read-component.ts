import { valueAt } from '../../conformance/model/json-value.ts';
import type { ComponentReading } from './component-readings.ts';
import type { ImportContext } from './import-context.ts';
import { findHiddenIds } from './hidden-records.ts';
import { type Answer, UnreadableError } from './reader.ts';
import { type Field, type Selection, field, on, select, without } from './selection.ts';
import { type Node, idOf, nodesAt } from './values.ts';

/** A component to read. */
export interface ComponentToRead extends ComponentReading {
  id: number;
  type: string;
}

/** The page size at which reading begins; a server that finds the query too large makes it smaller. */
const firstPageSize = 25;

const text = JSON.stringify;

/** The fields of a component, in a query. */
export const inComponent = ({ id, type }: Pick<ComponentToRead, 'id' | 'type'>, ...fields: Field[]): Field =>
  field('component', select('ComponentInterface', 'id', on(select(type, ...fields))), `id: ${text(String(id))}`);

export const componentNode = ({ data, errors }: Answer): Node | undefined => {
  const value = data['component'];
  return typeof value === 'object' && value !== null
    ? { value: value as Record<string, unknown>, path: 'component', errors }
    : undefined;
};

/** Reads the records of components, page by page. */
export class ComponentReader {
  /** The page size that the server accepts, by type of component. */
  readonly #pageSizes = new Map<string, number>();

  constructor(readonly context: ImportContext) {}

  /** Reads all records of a component. */
  async read(component: ComponentToRead): Promise<void> {
    const { reader, world } = this.context;
    for (const part of component.parts) {
      const answer = await reader.readParts(select(component.type, part.fields), (selection) =>
        inComponent(component, ...selection.fields),
      );
      const node = componentNode(answer);
      if (node) part.read(node, { id: component.id }, world);
    }
    let after: string | undefined;
    do after = await this.#readPage(component, after);
    while (after !== undefined);
  }

  /** Reads the page after a cursor. Returns the cursor of the next one. */
  async #readPage(component: ComponentToRead, after: string | undefined): Promise<string | undefined> {
    const { type, many, reading } = component;
    const size = this.#pageSizes.get(type) ?? firstPageSize;
    const { reader } = this.context;
    const page = (selection: Selection, count: number) => this.#page(component, selection, count, after);
    try {
      const answer =
        size > 1
          ? await reader.read(page(reading.selection, size))
          : await reader.readParts(reading.selection, (selection) => page(selection, 1));
      return await this.#takePage(component, answer, size, after);
    } catch (error) {
      if (!(error instanceof UnreadableError) || size <= 1) throw error;
      this.#pageSizes.set(type, Math.max(1, Math.floor(size * error.share)));
      return this.#readPage(component, after);
    } finally {
      if (size === 1 && many !== '') this.#pageSizes.set(type, Math.min(firstPageSize, 4));
    }
  }

  #page(component: ComponentToRead, selection: Selection, size: number, after: string | undefined): Field {
    const { type, many } = component;
    const connection = select(
      `${selection.type}Connection`,
      field('pageInfo', select('PageInfo', 'hasNextPage', 'endCursor')),
      field('nodes', selection),
    );
    const args = [`first: ${size}`, ...(after === undefined ? [] : [`after: ${text(after)}`])].join(', ');
    return inComponent({ ...component, type }, field(many, connection, args));
  }

  async #takePage(component: ComponentToRead, answer: Answer, size: number, after: string | undefined) {
    const { many, reading } = component;
    const { reader, world } = this.context;
    const connection = componentNode(answer)?.value[many];
    const at = { value: connection as Record<string, unknown>, path: `component.${many}`, errors: answer.errors };
    const nodes = connection ? nodesAt(at, 'nodes') : [];
    const missing = nodes.flatMap((node, index) => (node ? [] : [index]));
    const ids = missing.length > 0 ? await this.#readIds(component, size, after) : [];
    for (const [index, node] of nodes.entries()) {
      if (node) reading.read(node, world, { componentId: component.id });
      else if (ids[index] !== undefined)
        await this.#readOne(component, ids[index], failedFields(answer, `${at.path}.nodes.${index}.`));
    }
    if (missing.some((index) => ids[index] === undefined)) await findHiddenIds(this.context, component, ids);
    const endCursor = valueAt(connection, ['pageInfo', 'endCursor']);
    const isLast = valueAt(connection, ['pageInfo', 'hasNextPage']) !== true;
    if (isLast || typeof endCursor !== 'string') return undefined;
    if (endCursor !== after) return endCursor;
    reader.report(`component ${component.id}: the server repeats a page of ${many}`);
    return undefined;
  }

  /** The ids of a page that has records that could not be read; undefined in the place of a hidden one. */
  async #readIds(component: ComponentToRead, size: number, after: string | undefined): Promise<(number | undefined)[]> {
    const answer = await this.context.reader.read(
      this.#page(component, select(component.reading.selection.type, 'id'), size, after),
    );
    const connection = componentNode(answer)?.value[component.many];
    const list = valueAt(connection, ['nodes']);
    return Array.isArray(list) ? list.map(idOf) : [];
  }

  /** Reads a record without the fields at which the server fails. */
  async #readOne(component: ComponentToRead, id: number, failed: string[]): Promise<void> {
    const { reader, world } = this.context;
    const { one, reading } = component;
    let selection: Selection | undefined = reading.selection;
    const dropped = new Set<string>();
    for (let names = failed; names.length > 0 && selection;) {
      for (const name of names) {
        dropped.add(name);
        selection = selection && without(selection, [name]);
      }
      if (!selection) break;
      const answer = await reader.readParts(selection, (part) =>
        inComponent(component, field(one, part, `id: ${text(String(id))}`)),
      );
      const component_ = componentNode(answer);
      const value = component_?.value[one];
      if (typeof value === 'object' && value !== null) {
        const node = { value: value as Record<string, unknown>, path: `component.${one}`, errors: answer.errors };
        reading.read(node, world, { componentId: component.id });
        for (const name of dropped) if (name !== 'comments') reader.report(`${one} ${id}: ${name} cannot be read`);
        return;
      }
      names = failedFields(answer, `component.${one}.`);
    }
    reader.report(`${one} ${id} of component ${component.id} cannot be read`);
  }
}

/** The fields of an object at which errors are. */
const failedFields = ({ errors }: Answer, prefix: string): string[] => [
  ...new Set(
    [...errors.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split('.')[0]!),
  ),
];
