import type { RequestContext } from '../../../contract/request-context.ts';
import type { Kind } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';

/** `AttachableInterface`: the store has no attachments. */
export const attachmentFields = { attachments: () => [] };

/** `AttachableInterface` and `AttachableCollectionInterface`. */
export const attachmentCollectionFields = { ...attachmentFields, attachmentCollections: () => [] };

/** `FollowableInterface`: the store has no followers. */
export const followFields = { followers: () => [], followsCount: () => 0 };

/** `LikeableInterface`: the store has no likes. */
export const likeFields = { likes: () => [], likesCount: () => 0 };

/** Whether the component of a record allows comments; records that are in no component themselves always do. */
const allowsComments = ({ componentId }: { componentId?: number }, _: unknown, { store }: RequestContext): boolean =>
  componentId === undefined || store.find('components', componentId)!.settings.commentsEnabled;

/** Creates `CommentableInterface` for a Ruby class of the platform: the store has no comments. */
export const createCommentFields = (className: string) => ({
  acceptsNewComments: allowsComments,
  comments: () => [],
  commentsHaveAlignment: () => true,
  commentsHaveVotes: () => true,
  hasComments: () => false,
  totalCommentsCount: () => 0,
  type: () => className,
  userAllowedToComment: allowsComments,
});

interface Located {
  latitude?: number | null;
  longitude?: number | null;
}

/** `coordinates` of `LocalizableInterface`: an object even without a position; its non-null fields then report an error. */
export const coordinates = ({ latitude = null, longitude = null }: Located) => ({ latitude, longitude });

export interface Timestamped {
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** The kinds of record that have versions on the platform. */
const traceableKinds: Kind[] = ['proposals', 'results', 'statuses', 'budgets', 'projects', 'milestones'];

/** The time of a record's last change, in a list; an empty list if the record did not change after its creation. */
export const changeTimes = ({ createdAt, updatedAt }: Timestamped): string[] =>
  createdAt === updatedAt ? [] : [updatedAt];

/** Cantor's pairing function: a different number for every pair of numbers. */
const pair = (a: number, b: number): number => ((a + b) * (a + b + 1)) / 2 + b;

/**
 * Creates `TraceableInterface` for the records of a kind: one version for the creation and one for each change. The store
 * keeps neither the changed values nor, by default, the times of earlier changes.
 */
export function createVersionFields<T extends Timestamped>(
  kind: Kind,
  getChangeTimes: (record: T, store: Store) => string[] = changeTimes,
) {
  const versions = (record: T, _: unknown, { store }: RequestContext) => {
    const { id, createdAt } = record;
    return [createdAt, ...getChangeTimes(record, store)].map((time, index) => ({
      // Ids are unique among the versions of all kinds.
      id: pair(id, index) * traceableKinds.length + traceableKinds.indexOf(kind),
      createdAt: time,
      changeset: null,
      editor: null,
    }));
  };
  return {
    versions,
    versionsCount: (record: T, _: unknown, context: RequestContext) => versions(record, _, context).length,
  };
}
