import type { RequestContext } from '../../../graphql/context.ts';
import { findChildResults } from '../../../server/resolvers/results.ts';
import type { Kind, Result } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { refuseDeleted } from './authors.ts';
import { referenceTo } from './relations.ts';
import { isParticipant } from './users.ts';

interface Traceable {
  id: number;
  createdAt: string;
  updatedAt: string;
  /** If absent, the times tell. */
  changes?: number;
}

/** The kinds of record that have versions on the platform. */
const traceableKinds: Kind[] = [
  'proposals',
  'results',
  'statuses',
  'budgets',
  'projects',
  'milestones',
  'assemblies',
  'debates',
  'posts',
];

/** Cantor's pairing function: a different number for every pair of numbers. */
const pair = (a: number, b: number): number => ((a + b) * (a + b + 1)) / 2 + b;

/** The times of the changes that no stored version tells. Without a count, the first child of a result is one: it determines the progress. */
export function changeTimes(kind: Kind, { id, changes, createdAt, updatedAt }: Traceable, store: Store): string[] {
  if (changes !== undefined) return Array<string>(changes).fill(updatedAt);
  const ofChildren = kind === 'results' ? findChildResults({ id } as Result, store).slice(0, 1) : [];
  return [...ofChildren.map((child) => child.createdAt), ...(createdAt === updatedAt ? [] : [updatedAt])];
}

/** The number of changes since the stored versions of a record, or since its creation. */
export const countChanges = (kind: Kind, record: Traceable, store: Store): number =>
  record.changes ??
  (store.where('versions', 'item', referenceTo(kind, record.id)).length > 0
    ? 0
    : changeTimes(kind, record, store).length);

/**
 * Creates `TraceableInterface` for the records of a kind: the stored versions, or one for the creation, and one for each
 * change since.
 */
export function versionFields(kind: Kind) {
  const versions = (record: Traceable, _: unknown, { store }: RequestContext) => {
    const stored = store.where('versions', 'item', referenceTo(kind, record.id));
    const times =
      stored.length > 0
        ? Array<string>(record.changes ?? 0).fill(record.updatedAt)
        : [record.createdAt, ...changeTimes(kind, record, store)];
    const derived = times.map((time, index) => ({
      // Ids are unique among the versions of all kinds, after the stored ones.
      id: store.highestId('versions') + 1 + pair(record.id, index) * traceableKinds.length + traceableKinds.indexOf(kind),
      createdAt: time,
      changeset: null,
      editorId: null,
    }));
    return [...stored, ...derived];
  };
  return {
    versions,
    versionsCount: (record: Traceable, _: unknown, context: RequestContext) => versions(record, _, context).length,
  };
}

export const TraceVersion = {
  /** Only people are editors. */
  editor({ editorId }: { editorId: number | null }, _: unknown, { store }: RequestContext) {
    const editor = store.find('users', editorId);
    return editor && isParticipant(editor) ? refuseDeleted(editor) : null;
  },
};
