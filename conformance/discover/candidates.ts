import type { Target } from '../../src/client/target.ts';
import { ask, idOf, objectsAt } from '../../src/client/query-target.ts';

/** Values of placeholders, by name. */
export type Names = Record<string, string | number>;

/** A component that cases may use. */
export interface Candidate {
  names: Names;
  evidence: string[];
  /** How much a component shows of what cases need. */
  score: number;
}

/** Reads a component and its records. */
export type Read = (target: Target, id: string, userIds: Set<string>) => Promise<Candidate>;

export const asName = (id: string): string | number => (/^\d{1,15}$/.test(id) ? Number(id) : id);
/** A name with the id of a record; empty without a record. */
export const named = (name: string, record: unknown): Names => {
  const id = idOf(record);
  return id === undefined ? {} : { [name]: asName(id) };
};

/** Creates the reader of a component whose list only the dialects of Decidim have. */
export const readList =
  (type: string, list: string, names: { component: string; record: string }): Read =>
  async (target, component) => {
    const data = await ask(
      target,
      'anonymous',
      `{ component(id: $component) { ... on ${type} { ${list}(first: 5) { nodes { id } } } } }`,
      { component },
    );
    const [record] = objectsAt(data, ['component', list, 'nodes']);
    return {
      names: { [names.component]: asName(component), ...named(names.record, record) },
      evidence: [],
      score: record ? 1 : 0,
    };
  };
