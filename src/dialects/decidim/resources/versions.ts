import type { RequestContext } from '../../../graphql/context.ts';
import { kindNames } from '../../../records/kinds.ts';
import type { Kind, Records, Result } from '../../../records/records.ts';
import { findChildResults } from '../../../resources/results.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';
import type { Store } from '../../../store/store.ts';
import type { RecordFields, Transaction } from '../../../store/transaction.ts';
import { type Changeset, type KindWithColumns, changesetOf, hasColumns } from './columns.ts';
import { isParticipant, referenceTo } from './relations.ts';

interface Traceable {
  id: number;
  createdAt: string;
  updatedAt: string;
  /** If absent, the times tell. */
  changes?: number;
}

/** Cantor's pairing function: a different number for every pair of numbers. */
const pair = (a: number, b: number): number => ((a + b) * (a + b + 1)) / 2 + b;

const findStored = (kind: Kind, id: number, store: Store) => store.where('versions', 'item', referenceTo(kind, id));

/**
 * The times of the changes since the stored versions of a record, or since its creation. Without a count, the times of the record tell
 * if nothing is stored; the first child of a result is a change: it determines the progress.
 */
function changeTimes(kind: Kind, { id, changes, createdAt, updatedAt }: Traceable, store: Store): string[] {
  if (changes !== undefined) return Array<string>(changes).fill(updatedAt);
  if (findStored(kind, id, store).length > 0) return [];
  const ofChildren = kind === 'results' ? findChildResults({ id } as Result, store).slice(0, 1) : [];
  return [...ofChildren.map((child) => child.createdAt), ...(createdAt === updatedAt ? [] : [updatedAt])];
}

/** The number of changes since the stored versions of a record, or since its creation. */
export const countChanges = (kind: Kind, record: Traceable, store: Store): number =>
  changeTimes(kind, record, store).length;

/** The changeset of the creation of a record, from its present state; null if its columns are not known. */
const creationOf = (kind: Kind, record: Traceable, store: Store) =>
  (hasColumns(kind) && changesetOf(kind, undefined, record as Records[KindWithColumns], store)) || null;

/** `TraceableInterface`: the stored versions, or one for the creation, and one for each change since. */
export function versionFields(kind: Kind) {
  const findVersions = (record: Traceable, store: Store) => {
    const stored = findStored(kind, record.id, store);
    const times = [...(stored.length > 0 ? [] : [record.createdAt]), ...changeTimes(kind, record, store)];
    // Ids are unique among the versions of all kinds, after the stored ones.
    const firstId = store.highestId('versions') + 1 + kindNames.indexOf(kind);
    const derived = times.map((time, index) => ({
      id: firstId + pair(record.id, index) * kindNames.length,
      createdAt: time,
      changeset: stored.length === 0 && index === 0 ? creationOf(kind, record, store) : null,
      editorId: null,
    }));
    return [...stored, ...derived];
  };
  return {
    versions: (record, _, { store }) => findVersions(record, store),
    versionsCount: (record, _, { store }) => findVersions(record, store).length,
  } satisfies FieldResolvers<Traceable>;
}

/** Creates a record in a transaction, and the version of its creation. */
export function traceCreation<K extends KindWithColumns>(
  kind: K,
  fields: RecordFields<K>,
  { store, viewer }: RequestContext,
  transaction: Transaction,
): Records[K] {
  const record = transaction.create(kind, fields);
  const changeset = changesetOf(kind, undefined, record, store)!;
  transaction.create('versions', { item: referenceTo(kind, record.id), editorId: viewer!.id, changeset });
  return record;
}

/** Creates a record and the version of its creation. */
export const createTraced = <K extends KindWithColumns>(
  kind: K,
  fields: RecordFields<K>,
  context: RequestContext,
): Records[K] => context.store.update((transaction) => traceCreation(kind, fields, context, transaction));

/** Adds the version of a change to a transaction, and before it the one of the creation, while it is known. */
function addVersion<K extends KindWithColumns>(
  kind: K,
  before: Records[K],
  changeset: Changeset,
  { store, viewer }: RequestContext,
  transaction: Transaction,
): void {
  const item = referenceTo(kind, before.id) as never;
  if (findStored(kind, before.id, store).length === 0)
    transaction.put('versions', {
      ...transaction.create('versions', { item, editorId: null, changeset: creationOf(kind, before, store)! }),
      createdAt: before.createdAt,
    });
  transaction.create('versions', { item, editorId: viewer!.id, changeset });
}

/** Updates a record whose changes are counted in a transaction, with a version if a column changes. */
export function traceChange<K extends 'results' | 'milestones' | 'budgets' | 'projects'>(
  kind: K,
  before: Records[K],
  fields: Partial<RecordFields<K>>,
  context: RequestContext,
  transaction: Transaction,
): Records[K] {
  const changes = countChanges(kind, before, context.store);
  const after = transaction.update(kind, before.id, { ...fields, changes });
  const changeset = changesetOf(kind, before, after, context.store);
  if (changeset) addVersion(kind, before, changeset, context, transaction);
  return after;
}

/**
 * Updates a record, with a version of the change; `times` are columns that get the present, which the store knows to the second.
 * Without a change, nothing is written.
 */
export const updateTraced = <K extends KindWithColumns>(
  kind: K,
  id: number,
  getFields: (record: Records[K]) => Partial<RecordFields<K>>,
  context: RequestContext,
  times: string[] = [],
): Records[K] =>
  context.store.update((transaction) => {
    const { store } = context;
    const before = store.get(kind, id);
    const after = transaction.update(kind, id, getFields(before));
    const changeset = changesetOf(kind, before, after, store, times);
    if (!changeset) return transaction.put(kind, { ...after, updatedAt: before.updatedAt });
    addVersion(kind, before, changeset, context, transaction);
    return after;
  });

/** Only people are editors. */
const TraceVersion = {
  editor({ editorId }, _, { store }) {
    const editor = store.find('users', editorId);
    return editor && isParticipant(editor) ? editor : null;
  },
} satisfies FieldResolvers<{ editorId: number | null }>;

export const resolvers = { TraceVersion };
