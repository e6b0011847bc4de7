import type { RequestContext } from '../../../graphql/context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import type { User } from '../../../records/records.ts';

/** Puts an error in the place of a deleted user. */
export const refuseDeleted = (user: User): User | Error =>
  (user.deletedAt ?? null) === null ? user : unauthorizedObject('User');

/** Returns the users with these ids, in their order, with an error in the place of each deleted one. */
export const findUsers = (ids: readonly number[], { store }: RequestContext): (User | Error)[] =>
  store.findMany('users', ids).map(refuseDeleted);

/** `author` of `AuthorableInterface`: null if the record is official. */
export function authorOf({ authorId }: { authorId: number | null }, _: unknown, { store }: RequestContext) {
  const author = store.find('users', authorId);
  return author ? refuseDeleted(author) : null;
}
