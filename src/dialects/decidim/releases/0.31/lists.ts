import type { RequestContext } from '../../../../graphql/context.ts';
import { SimulatedServerError, notFound } from '../../../../errors.ts';
import type { Component } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { likeFields } from '../../resolvers/interfaces.ts';
import { isParticipant } from '../../resolvers/relations.ts';
import { createUserQueries } from '../../resolvers/users.ts';

const { users } = createUserQueries({ listsDeleted: true });

/** `users` lists deleted users too, whom nobody may see: the whole list is an error then. */
export const deletedUsers: DecidimOverrides = { resolvers: { Query: { users } } };

/** `likes`: fails for an API user, because `Author` has no type for them. */
function createLikes(kind: 'debates' | 'posts' | 'proposals') {
  const { likes } = likeFields(kind);
  return {
    likes(record: { id: number }, _: unknown, context: RequestContext) {
      const found = likes(record, _, context);
      if (found.some((each) => !(each instanceof Error) && !isParticipant(each)))
        throw new SimulatedServerError('an API user has no type');
      return found;
    },
  };
}

export const likesOfPeople: DecidimOverrides = {
  resolvers: { Debate: createLikes('debates'), Post: createLikes('posts'), Proposal: createLikes('proposals') },
};

/** `survey` finds surveys that are not published. */
export const unpublishedSurveys: DecidimOverrides = {
  resolvers: {
    Surveys: {
      survey(component: Component, { id }: { id: string }, { store }: RequestContext) {
        const survey = store.find('surveys', id);
        if (survey?.componentId !== component.id) throw notFound('Survey');
        return survey;
      },
    },
  },
};
