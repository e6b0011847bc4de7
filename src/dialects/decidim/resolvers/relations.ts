import type { RequestContext } from '../../../graphql/context.ts';
import type { Kind, RecordReference, Records } from '../../../records/records.ts';

type Order<T> = (a: T, b: T) => number;

/** Sorts by a number, then by id. */
export const byNumber =
  <F extends string>(field: F): Order<{ id: number } & Record<F, number>> =>
  (a, b) =>
    a[field] - b[field] || a.id - b.id;

/** A record of a kind, as other records refer to it. */
export const referenceTo = (kind: Kind, id: number): RecordReference => `${kind}/${id}`;

/** Creates the resolver for the records of a kind whose field has the id of the source. */
export const many =
  <K extends Kind>(kind: K, field: keyof Records[K] & string, order?: Order<Records[K]>) =>
  ({ id }: { id: number }, _: unknown, { store }: RequestContext): readonly Records[K][] => {
    const records = store.where(kind, field, id);
    return order ? records.toSorted(order) : records;
  };

/** Creates the resolver for the first record of a kind that refers to the source, a record of `sourceKind`; null if there is none. */
export const firstReferring =
  <K extends Kind>(kind: K, field: keyof Records[K] & string, sourceKind: Kind) =>
  ({ id }: { id: number }, _: unknown, { store }: RequestContext): Records[K] | null =>
    store.where(kind, field, referenceTo(sourceKind, id))[0] ?? null;

/** Creates the resolver for the record of a kind whose id is in a field of the source; null if there is none. */
export const one =
  <K extends Kind>(kind: K, field: string) =>
  (source: object, _: unknown, { store }: RequestContext): Records[K] | null =>
    store.find(kind, ((source as Record<string, unknown>)[field] ?? null) as number | null) ?? null;

/** Creates the resolver for the records of a kind that refer to the source, a record of `sourceKind`. */
export const referring =
  <K extends Kind>(kind: K, field: keyof Records[K] & string, sourceKind: Kind, order?: Order<Records[K]>) =>
  ({ id }: { id: number }, _: unknown, { store }: RequestContext): readonly Records[K][] => {
    const records = store.where(kind, field, referenceTo(sourceKind, id));
    return order ? records.toSorted(order) : records;
  };
