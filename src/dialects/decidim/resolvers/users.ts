import type { RequestContext } from '../../../contract/request-context.ts';
import type { Proposal, User as UserRecord } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { constantUserFields, followFields } from './constant-fields.ts';

/** A person: someone who does not sign in with a key, as robots do. */
export const isPerson = ({ key }: UserRecord): boolean => key === null;

/** What a user has on the platform beyond the contract: persons follow their proposals, and score with accepted ones. */
export const DecidimUser = {
  ...followFields,
  ...constantUserFields,
  badge: (user: UserRecord) => (isPerson(user) ? '' : 'verified-badge'),
  badges: (user: UserRecord, _: unknown, { store }: RequestContext) => badgesOf(proposalsOf(user, store)),
  directMessagesEnabled: (user: UserRecord) => String(isPerson(user)),
  followingCount: (user: UserRecord, _: unknown, { store }: RequestContext) =>
    isPerson(user) ? proposalsOf(user, store).length : 0,
};

const proposalsOf = ({ id }: UserRecord, store: Store): Proposal[] =>
  store.all('proposals').filter(({ authorIds }) => authorIds.includes(id));

/** The scores at which the next level of the badge for accepted proposals begins. */
const levels = [1, 5, 15, 30, 50];

function badgesOf(proposals: Proposal[]) {
  const score = proposals.filter(({ state }) => state === 'accepted').length;
  const level = levels.filter((each) => each <= score).length;
  return score > 0 ? [{ id: 'accepted_proposals', name: 'accepted_proposals', score, level }] : [];
}
