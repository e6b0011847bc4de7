import type { RequestContext } from '../../../contract/request-context.ts';
import type { Kind } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';

export interface Traced {
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** The kinds whose changes the platform counts. */
const traced: Kind[] = ['proposals', 'results', 'statuses', 'budgets', 'projects'];
/** The moment of a record's last change; none when it was only created. */
export const updateTimes = ({ createdAt, updatedAt }: Traced): string[] => (createdAt === updatedAt ? [] : [updatedAt]);

/** A number that no other two give. */
const paired = (a: number, b: number): number => ((a + b) * (a + b + 1)) / 2 + b;

/**
 * The versions of the records of a kind: the creation, and the moments that changed it, which are the last change where
 * nothing else is said. What they changed is not kept.
 */
export function createVersionFields<T extends Traced>(
  kind: Kind,
  changes: (record: T, store: Store) => string[] = updateTimes,
) {
  const versions = (record: T, _: unknown, { store }: RequestContext) => {
    const { id, createdAt } = record;
    return [createdAt, ...changes(record, store)].map((moment, index) => ({
      // No two versions have the same id, whatever their kind.
      id: paired(id, index) * traced.length + traced.indexOf(kind),
      createdAt: moment,
      changeset: null,
      editor: null,
    }));
  };
  return {
    versions,
    versionsCount: (record: T, _: unknown, context: RequestContext) => versions(record, _, context).length,
  };
}
