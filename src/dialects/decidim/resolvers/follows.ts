import type { RequestContext } from '../../../contract/request-context.ts';
import type { Kind, User } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { referenceTo } from './relations.ts';

/** The users who follow a record. */
export const findFollowers = (kind: Kind, id: number, store: Store): User[] =>
  store.findMany(
    'users',
    store.where('follows', 'followable', referenceTo(kind, id)).map(({ userId }) => userId),
  );

/** Creates `FollowableInterface` for the records of a kind. */
export const followFields = (kind: Kind) => ({
  followers: ({ id }: { id: number }, _: unknown, { store }: RequestContext) => findFollowers(kind, id, store),
  followsCount: ({ id }: { id: number }, _: unknown, { store }: RequestContext) =>
    findFollowers(kind, id, store).length,
});
