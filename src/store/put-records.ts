import { isKind } from './kinds.ts';
import type { Tables } from './tables.ts';
import { isJsonObject } from '../json-object.ts';

/**
 * Puts records into tables as they were stored: lists of records by kind. Throws an Error with the reason if they are something else;
 * where they come from is for the caller to say. Fields are not validated.
 */
export function putRecords(tables: Tables, stored: unknown): void {
  if (!isJsonObject(stored)) throw new Error('not an object with records by kind');
  for (const [kind, list] of Object.entries(stored)) {
    if (!isKind(kind)) throw new Error(`unknown kind of record ${kind}; was it written by a newer version?`);
    if (!Array.isArray(list)) throw new Error(`${kind} is not a list`);
    for (const [index, record] of (list as unknown[]).entries()) {
      if (!isJsonObject(record) || !Number.isSafeInteger(record['id']))
        throw new Error(`${kind}: record ${index + 1} is not an object with an id`);
      try {
        tables.put(kind, record as never);
      } catch (error) {
        // The values of the indexes are read from the fields.
        throw new Error(`${kind}, id ${record['id'] as number}: ${(error as Error).message}`, { cause: error });
      }
    }
  }
}
