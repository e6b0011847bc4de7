import type { RequestContext } from '../../../graphql/context.ts';
import { spaceReference } from '../../../server/resolvers/find-space.ts';
import type { Kind, RecordReference, User } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { findSpaceOf } from '../values/record-space.ts';
import { findUsers } from './authors.ts';
import { referenceTo } from './relations.ts';

const findFollowerIds = (reference: RecordReference, store: Store): number[] =>
  store.where('follows', 'followable', reference).map(({ userId }) => userId);

/** The users who follow a record itself. */
export const findFollowers = (kind: Kind, id: number, store: Store): User[] =>
  store.findMany('users', findFollowerIds(referenceTo(kind, id), store));

/** Creates `FollowableInterface` for the records of a kind. */
export const followFields = (kind: Kind) => ({
  /** The followers of the record and of its space. */
  followers({ id }: { id: number }, _: unknown, context: RequestContext) {
    const { store } = context;
    const reference = referenceTo(kind, id);
    const space = findSpaceOf(reference, store);
    const references = [reference, ...(space ? [spaceReference(space)] : [])];
    const ids = new Set(references.flatMap((each) => findFollowerIds(each, store)));
    return findUsers(
      [...ids].toSorted((a, b) => a - b),
      context,
    );
  },
  followsCount: ({ id }: { id: number }, _: unknown, { store }: RequestContext) =>
    findFollowerIds(referenceTo(kind, id), store).length,
});
