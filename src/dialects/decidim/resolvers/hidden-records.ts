import { unauthorizedObject } from '../../../errors.ts';
import type { Kind, Records } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { typeOf } from './record-types.ts';
import { referenceTo } from './relations.ts';

/** Whether the moderators have hidden a record. */
export const isHidden = (kind: Kind, id: number, store: Store): boolean =>
  store.where('moderations', 'reportable', referenceTo(kind, id)).some(({ hiddenAt }) => hiddenAt !== null);

/** Puts an error in the place of each record that the moderators have hidden. */
export const refuseHidden = <K extends Kind>(
  kind: K,
  records: readonly Records[K][],
  store: Store,
): readonly (Records[K] | Error)[] =>
  store.highestId('moderations') === 0
    ? records
    : records.map((record) => (isHidden(kind, record.id, store) ? unauthorizedObject(typeOf(kind)) : record));
