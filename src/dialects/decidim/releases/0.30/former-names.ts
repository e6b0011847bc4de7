import type { RequestContext } from '../../../../graphql/context.ts';
import type { Kind, Meeting, Milestone, Records } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { coordinates, likeFields } from '../../resolvers/interfaces.ts';
import { constants, one } from '../../resolvers/relations.ts';
import { Result } from '../../resolvers/results.ts';

/** Likes are called endorsements. */
function createEndorsements(kind: Kind) {
  const { likes, likesCount } = likeFields(kind);
  return { endorsements: likes, endorsementsCount: likesCount };
}

/** What 0.31 has under another name, or no longer: the store has no areas, types of assemblies, groups and hashtags. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Assembly: constants(null, 'area', 'assemblyType', 'hashtag'),
    Meeting: {
      attendeeCount: ({ closing }: Meeting) => closing?.attendeesCount ?? null,
      isWithdrawn: ({ withdrawnAt = null }: Meeting) => withdrawnAt !== null,
    },
    ParticipatoryProcess: { hashtag: () => '', scopesEnabled: () => true },
    Post: createEndorsements('posts'),
    Proposal: { coordinates, ...createEndorsements('proposals') },
    Query: { ...constants([], 'assembliesTypes', 'hashtags'), ...constants(null, 'assembliesType') },
    Question: { answerOptions: ({ responseOptions }: Records['questions']) => responseOptions },
    Result: { timelineEntries: Result.milestones },
    Session: constants([], 'verifiedUserGroups'),
    TimelineEntry: {
      description: ({ description = null }: { description?: Milestone['description'] | null }) => description,
      result: (entry: Milestone, _: unknown, context: RequestContext) => one('results', 'resultId')(entry, _, context),
    },
    User: constants([], 'groups'),
  },
};
