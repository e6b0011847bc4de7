import type { RequestContext } from '../../../../graphql/context.ts';
import { SimulatedServerError } from '../../../../errors.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { authorOf, isParticipant } from '../../resolvers/relations.ts';

/** `author`: fails for an API user, because `Author` has no type for them. */
function resolveAuthor(record: { authorId: number | null }, _: unknown, context: RequestContext) {
  const author = context.store.find('users', record.authorId);
  if (author && !isParticipant(author)) throw new SimulatedServerError('an API user has no type');
  return authorOf(record, _, context);
}

const author = { author: resolveAuthor };

export const overrides: DecidimOverrides = {
  resolvers: { Comment: author, Debate: author, Meeting: author, Post: author },
};
