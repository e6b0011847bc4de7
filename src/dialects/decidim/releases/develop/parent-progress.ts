import { SimulatedServerError } from '../../../../errors.ts';
import { findChildResults } from '../../../../server/resolvers/results.ts';
import type { Result } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import type { Transaction } from '../../../../store/transaction.ts';
import { deriveProgress, resultProgress } from '../../behavior/result-progress.ts';
import { changeTimes } from '../../resolvers/versions.ts';

/** The database column has five digits, two of them decimals. */
const maxProgress = 999.99;

/** Returns how often a result has changed. */
export const countChanges = (result: Result, store: Store): number => changeTimes('results', result, store).length;

/** Returns the children of a result as the transaction leaves them. */
function findChildren(parent: Result, { changes }: Transaction, store: Store): Result[] {
  const written = changes.results ?? new Map<number, Result | null>();
  return [
    ...findChildResults(parent, store).filter(({ id }) => !written.has(id)),
    ...[...written.values()].filter((each) => each !== null).filter(({ parentId }) => parentId === parent.id),
  ];
}

/** Derives the progress of the parent of a written result from its children, and that of the ancestors from theirs. */
export function updateParentProgress({ parentId }: Result, transaction: Transaction, store: Store): void {
  const parent = store.find('results', parentId);
  if (!parent) return;
  const derivedProgress = deriveProgress(findChildren(parent, transaction, store), store);
  if (Math.abs(derivedProgress ?? 0) > maxProgress) throw new SimulatedServerError('the progress exceeds the column');
  const changes = countChanges(parent, store) + (derivedProgress === resultProgress(parent, store) ? 0 : 1);
  updateParentProgress(transaction.update('results', parent.id, { derivedProgress, changes }), transaction, store);
}

/** Keeps the progress of the parent as it is: the platform does not derive it again when a child leaves. */
export function keepParentProgress({ parentId }: Result, transaction: Transaction, store: Store): void {
  const parent = store.find('results', parentId);
  if (!parent) return;
  const derivedProgress = resultProgress(parent, store);
  transaction.update('results', parent.id, { derivedProgress, changes: countChanges(parent, store) });
}
