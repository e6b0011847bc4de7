import type { RequestContext } from '../../../graphql/context.ts';
import type { User } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { badgeImagePath } from '../values/files.ts';

/** The badges of the platform: the scores at which their levels begin, and their descriptions. */
const badges: Record<string, [levels: number[], description: string]> = {
  accepted_proposals: [
    [1, 5, 15, 30, 50],
    'This badge is granted when you actively participate with new proposals and these are accepted.',
  ],
  attended_meetings: [[1, 3, 5, 10, 30], 'This badge is granted when you attend several face-to-face meetings.'],
  commented_debates: [
    [1, 5, 10, 30, 50],
    'This badge is granted when you actively participate in the different debates by leaving your comments.',
  ],
  followers: [
    [1, 15, 30, 60, 100],
    'This badge is granted when you reach a certain number of followers.  is a social and political network, weave your web to communicate with other people in the platform.',
  ],
  proposal_votes: [[5, 15, 50, 100, 500], "This badge is granted when you vote for other people's proposals."],
  proposals: [[1, 5, 10, 30, 60], 'This badge is granted when you actively participate with new proposals.'],
};

interface Score {
  badgeName: string;
  value: number;
}

/** The stored scores of a user. In a world without any, the accepted proposals of the user are a score. */
function findScores({ id }: User, store: Store): readonly Score[] {
  if (store.highestId('badgeScores') > 0) return store.where('badgeScores', 'userId', id);
  const accepted = store
    .all('proposals')
    .filter(({ state, authorIds }) => state === 'accepted' && authorIds.includes(id));
  return [{ badgeName: 'accepted_proposals', value: accepted.length }];
}

const levelOf = ({ badgeName, value }: Score): number =>
  badges[badgeName]?.[0].filter((level) => level <= value).length ?? 0;

/** `User.badges`: the badges of which the user has reached a level. */
export const badgesOf = (user: User, _: unknown, { store }: RequestContext) =>
  findScores(user, store).filter((score) => levelOf(score) > 0);

export const BadgeScore = {
  description: ({ badgeName }: Score) => badges[badgeName]![1],
  image: ({ badgeName }: Score) => badgeImagePath(badgeName),
  level: levelOf,
  name: ({ badgeName }: Score) => badgeName,
  score: ({ value }: Score) => value,
};
