import type { RequestContext } from '../../../contract/request-context.ts';

/** `author` of `AuthorableInterface`: null if the record is official. */
export const authorOf = ({ authorId }: { authorId: number | null }, _: unknown, { store }: RequestContext) =>
  store.find('users', authorId) ?? null;
