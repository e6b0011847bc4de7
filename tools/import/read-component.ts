import { valueAt } from '../../src/client/json-value.ts';
import { type ComponentToRead, componentNode, connectionNode, inComponent, pageOf } from './component-query.ts';
import type { ImportContext } from './import-context.ts';
import { type Answer, UnreadableError } from './reader.ts';
import { type Selection, select, without } from './selection.ts';
import { type Node, idOf, nodesAt } from './values.ts';

/** The page size at which reading begins; a server that finds the query too large makes it smaller. */
const firstPageSize = 25;

const sizeAfterFailure = 4;
const maxCursorCharacters = 1000;
const maxPagesWithoutRecords = 100;

/** A page without more records than were asked for. */
const limitPage = (page: Record<string, unknown>, size: number): Record<string, unknown> =>
  Array.isArray(page['nodes']) ? { ...page, nodes: page['nodes'].slice(0, size) } : page;

/** Fields that Decidim says are never null, and yet are: the error takes the whole record with it. */
const fatalFields = new Set(['comments', 'onlineMeetingUrl']);

/** Reads the records of components, page by page. */
export class ComponentReader {
  /** The page size that the server accepts, by type of component. */
  readonly #pageSizes = new Map<string, number>();
  /** How many records of the component are hidden by moderators, or cannot be read. */
  #unreadable = 0;

  constructor(readonly context: ImportContext) {}

  /** Reads all records of a component. */
  async read(component: ComponentToRead): Promise<void> {
    const { reader, world } = this.context;
    for (const part of component.parts) {
      const answer = await reader.readParts(select(component.type, part.fields), ({ fields }) =>
        inComponent(component, ...fields),
      );
      const node = componentNode(answer);
      if (node) part.read(node, { id: component.id }, world);
    }
    const { kind } = component.reading;
    const cursors = new Set<string>();
    let pagesWithoutRecords = 0;
    let after: string | undefined;
    this.#unreadable = 0;
    for (;;) {
      const known = world.count(kind);
      after = await this.#readPage(component, after);
      if (after === undefined) break;
      pagesWithoutRecords = world.count(kind) > known ? 0 : pagesWithoutRecords + 1;
      if (cursors.has(after) || pagesWithoutRecords > maxPagesWithoutRecords) {
        reader.report(`component ${component.id}: the server repeats a page of ${component.many}`);
        break;
      }
      cursors.add(after);
    }
    if (this.#unreadable > 0)
      reader.report(
        `component ${component.id}: ${this.#unreadable} of its ${component.many} are hidden, or cannot be read`,
      );
  }

  /** Reads the page after a cursor. Returns the cursor of the next one. */
  async #readPage(component: ComponentToRead, after: string | undefined): Promise<string | undefined> {
    const { type, reading } = component;
    const { reader } = this.context;
    const size = this.#pageSizes.get(type) ?? firstPageSize;
    const read = (selection: Selection): Promise<Answer> =>
      size > 1
        ? reader.read(pageOf(component, selection, size, after))
        : reader.readParts(selection, (part) => pageOf(component, part, 1, after));
    try {
      const answer = await read(reading.selection);
      const connection = connectionNode(component, answer);
      if (!connection) return undefined;
      await this.#takePage(component, { ...connection, value: limitPage(connection.value, size) }, read);
      // What failed is known now.
      if (size === 1) this.#pageSizes.set(type, sizeAfterFailure);
      const endCursor = valueAt(connection.value, ['pageInfo', 'endCursor']);
      const isLast = valueAt(connection.value, ['pageInfo', 'hasNextPage']) !== true;
      return isLast || typeof endCursor !== 'string' || endCursor.length > maxCursorCharacters ? undefined : endCursor;
    } catch (error) {
      if (!(error instanceof UnreadableError) || size <= 1) throw error;
      this.#pageSizes.set(type, Math.max(1, Math.floor(size * error.share)));
      return this.#readPage(component, after);
    }
  }

  /** Adds the records of a page. Where an error took a record with it, reads the page without the field at which it is. */
  async #takePage(
    component: ComponentToRead,
    connection: Node,
    read: (selection: Selection) => Promise<Answer>,
  ): Promise<void> {
    const { reader, world } = this.context;
    const { reading, one } = component;
    const nodes = nodesAt(connection, 'nodes');
    let selection: Selection | undefined = reading.selection;
    let errors = connection.errors;
    for (;;) {
      const missing = nodes.flatMap((node, index) => (node ? [] : [index]));
      const failed = failedFields(
        errors,
        missing.map((index) => `${connection.path}.nodes.${index}.`),
      );
      const fatal = failed.filter((name) => fatalFields.has(name));
      const dropped = fatal.length > 0 ? fatal : failed;
      for (const name of dropped) selection = selection && without(selection, [name]);
      if (dropped.length === 0 || !selection) break;
      const answer = await read(selection);
      const page = connectionNode(component, answer);
      errors = answer.errors;
      const found = page ? nodesAt(page, 'nodes') : [];
      for (const index of missing) nodes[index] = found[index];
      for (const name of dropped.filter((each) => !fatalFields.has(each)))
        for (const index of missing)
          if (found[index]) reader.report(`${one} ${idOf(found[index].value)}: ${name} cannot be read`);
    }
    for (const node of nodes) if (node) reading.read(node, world, { componentId: component.id });
    this.#unreadable += nodes.filter((node) => !node).length;
  }
}

/** The fields at which errors are, of the objects at some paths. */
function failedFields(errors: Node['errors'], prefixes: readonly string[]): string[] {
  const names = [...errors.keys()].flatMap((path) => {
    const prefix = prefixes.find((each) => path.startsWith(each));
    return prefix === undefined ? [] : [path.slice(prefix.length).split('.')[0]!];
  });
  return [...new Set(names)];
}
