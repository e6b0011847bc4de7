import { type Space, findSpace } from '../../../server/resolvers/find-space.ts';
import { parseRecordReference } from '../../../store/kinds.ts';
import type { RecordReference } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';

interface InSpace {
  componentId?: number;
  budgetId?: number;
}

/** The space that a record belongs to; a space itself; undefined for a record outside of spaces, such as a user or a mocked record. */
export function findSpaceOf(reference: RecordReference, store: Store): Space | undefined {
  const { kind, id } = parseRecordReference(reference);
  if (kind === 'processes' || kind === 'assemblies') return store.find(kind, id);
  const { componentId, budgetId = null } = (store.find(kind, id) ?? {}) as InSpace;
  const component = store.find('components', componentId ?? store.find('budgets', budgetId)?.componentId ?? null);
  return component && findSpace(component, store);
}
