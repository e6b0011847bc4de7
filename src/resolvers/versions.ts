import type { Context } from '../contract/context.ts';
import type { Kind } from '../store/records.ts';
import type { Store } from '../store/store.ts';

interface Traced {
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** The kinds whose changes the platform counts. */
const traced: Kind[] = ['proposals', 'results', 'statuses', 'budgets', 'projects'];
/** Versions that a record has at most. */
const most = 3;

/**
 * The versions of the records of a kind: its creation, its last change, and what another record brought about. What they
 * changed is not kept.
 */
export function versionsOf<T extends Traced>(kind: Kind, brought: (record: T, store: Store) => string[] = () => []) {
  const versions = (record: T, _: unknown, { store }: Context) => {
    const { id, createdAt, updatedAt } = record;
    const changed = createdAt === updatedAt ? [] : [updatedAt];
    return [createdAt, ...brought(record, store), ...changed].map((moment, index) => ({
      // No two versions have the same id, whatever their kind.
      id: (most * id + index) * traced.length + traced.indexOf(kind),
      createdAt: moment,
      changeset: null,
      editor: null,
    }));
  };
  return {
    versions,
    versionsCount: (record: T, _: unknown, context: Context) => versions(record, _, context).length,
  };
}
