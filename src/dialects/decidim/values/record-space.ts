import { type Space, findSpace } from '../../../server/resolvers/find-space.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Component, RecordReference } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';

interface InComponent {
  componentId?: number;
  budgetId?: number | null;
}

/** The component that a record is in; of a project, that of its budget. Undefined for a record outside of components. */
export const findComponentOf = ({ componentId, budgetId = null }: InComponent, store: Store): Component | undefined =>
  store.find('components', componentId ?? store.find('budgets', budgetId)?.componentId ?? null);

/** The space that a record belongs to; a space itself; undefined for a record outside of spaces, such as a user or a mocked record. */
export function findSpaceOf(reference: RecordReference, store: Store): Space | undefined {
  const { kind, id } = parseRecordReference(reference);
  if (kind === 'processes' || kind === 'assemblies') return store.find(kind, id);
  const component = findComponentOf((store.find(kind, id) ?? {}) as InComponent, store);
  return component && findSpace(component, store);
}
