import type { Kind, Records } from '../../store/records.ts';
import { isKind } from '../../store/kinds.ts';
import type { Tables } from '../../store/tables.ts';
import { demoPlaceholders } from '../demo-world.ts';
import { placeholderFor } from '../drafts/placeholders.ts';

/** The kinds of record whose name is not the plural of their type. */
const kindsOfTypes: Record<string, Kind> = {
  Assembly: 'assemblies',
  ParticipatoryProcess: 'processes',
  ParticipatoryProcessGroup: 'processGroups',
  Status: 'statuses',
  Taxonomy: 'taxonomies',
};

/** The records of a world as it was loaded, and the placeholders that stand for their ids. */
export class References {
  readonly #tables: Tables;
  readonly #isDemo: boolean;
  /** The ids by the names that were given. */
  readonly placeholders: Record<string, string> = {};

  constructor(tables: Tables, isDemo: boolean) {
    this.#tables = tables;
    this.#isDemo = isDemo;
  }

  /** The placeholder for an id or slug, which is `unknownId` if the world as it was loaded does not have the record. */
  nameOf(type: string, id: string): string {
    const name = this.#nameOf(type, id) ?? 'unknownId';
    this.placeholders[name] = name === 'unknownId' ? unknownId : id;
    return name;
  }

  /** Whether the world as it was loaded has a record. */
  has(type: string, id: string): boolean {
    return this.#nameOf(type, id) !== undefined;
  }

  #nameOf(type: string, id: string): string | undefined {
    const known = this.#isDemo ? placeholderFor(demoPlaceholders, type, id) : undefined;
    if (known !== undefined) return known;
    const base = lowerFirst(type.replace(/(?:Interface|Mutation)$/, ''));
    const kind = kindsOfTypes[type] ?? `${base}s`;
    // An id of several kinds of record, such as that of what is commented on, cannot be looked up.
    if (!isKind(kind)) return /^\d+$/.test(id) ? `${base}${id}` : undefined;
    const records = this.#tables.all(kind) as (Records[Kind] & { slug?: string })[];
    const record = records.find((each) => String(each.id) === id || each.slug === id);
    return record && (kind === 'components' ? this.#componentName(record.id) : `${base}${record.id}`);
  }

  /** The first component of a kind has its name: `meetings`, and the others with their id: `meetings8`. */
  #componentName(id: number): string {
    const components = this.#tables.all('components');
    const { kind } = components.find((each) => each.id === id)!;
    const first = components.find((each) => each.kind === kind);
    return first?.id === id ? kind : `${kind}${id}`;
  }
}

/** The id of no record. */
export const unknownId = String(demoPlaceholders['unknownId']);

export const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
