import type { RequestContext } from '../../../contract/request-context.ts';
import type { Proposal, User as UserRecord } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { parseRecordId } from '../values/ids.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import { findFollowers } from './follows.ts';
import { createLikeMatcher, requireNotNull, sortByConstant, sortByField, sortById } from './filters-and-sort-keys.ts';

/** Whether a user is a person. API users are not: they sign in with a key. */
export const isParticipant = ({ key }: UserRecord): boolean => key === null;

const findProposals = ({ id }: UserRecord, store: Store): Proposal[] =>
  store.all('proposals').filter(({ authorIds }) => authorIds.includes(id));

/** The scores at which the levels of the badge for accepted proposals begin. */
const badgeLevels = [1, 5, 15, 30, 50];

function badgesOf(proposals: Proposal[]) {
  const score = proposals.filter(({ state }) => state === 'accepted').length;
  const level = badgeLevels.filter((each) => each <= score).length;
  return score > 0 ? [{ id: 'accepted_proposals', name: 'accepted_proposals', score, level }] : [];
}

export const User = {
  badge: (user: UserRecord) => (isParticipant(user) ? '' : 'verified-badge'),
  badges: (user: UserRecord, _: unknown, { store }: RequestContext) => badgesOf(findProposals(user, store)),
  directMessagesEnabled: (user: UserRecord) => String(isParticipant(user)),
  followersCount: ({ id }: UserRecord, _: unknown, { store }: RequestContext) =>
    findFollowers('users', id, store).length,
  followingCount: ({ id }: UserRecord, _: unknown, { store }: RequestContext) =>
    store.where('follows', 'userId', id).length,
};

const withoutAtSign = (nickname: string): string => nickname.replace(/^@/, '');

const userCriteria: ListCriteria<UserRecord> = {
  filters: {
    excludeIds: (ids: string[] | null) => {
      const excluded = ids && new Set(ids.map(parseRecordId));
      return ({ id }) => excluded !== null && !excluded.has(String(id));
    },
    name: (text: string | null) => {
      const matches = createLikeMatcher(`%${text ?? ''}%`);
      return ({ name }) => matches(name);
    },
    nickname: (text: string | null) => {
      const matches = createLikeMatcher(`%${withoutAtSign(requireNotNull(text, 'a nickname'))}%`);
      return ({ nickname }) => matches(nickname);
    },
    wildcard: (text: string | null) => {
      const matches = createLikeMatcher(`%${withoutAtSign(requireNotNull(text, 'a wildcard'))}%`);
      return ({ name, nickname }) => matches(name) || matches(nickname);
    },
  },
  sortKeys: {
    id: sortById,
    name: sortByField('name', 'name'),
    nickname: sortByField('nickname', 'nickname'),
    type: sortByConstant('type'),
  },
};

const findParticipants = ({ store }: RequestContext): UserRecord[] => store.all('users').filter(isParticipant);

interface UserArguments {
  id?: string | null;
  nickname?: string | null;
}

/** The participant with this id and this nickname, as far as they are present; null if both are missing. */
function resolveUser(_: unknown, args: UserArguments, context: RequestContext): UserRecord | null {
  const id = args.id?.trim() && parseRecordId(withoutAtSign(args.id));
  const nickname = args.nickname?.trim() && withoutAtSign(args.nickname);
  if (!id && !nickname) return null;
  const matches = (each: UserRecord) => (!id || String(each.id) === id) && (!nickname || each.nickname === nickname);
  return findParticipants(context).find(matches) ?? null;
}

export const userQueries = {
  user: resolveUser,
  users: (_: unknown, args: ListArguments, context: RequestContext) =>
    filterAndSort(findParticipants(context), args, userCriteria, context.store),
  /** For administrators; null for everyone else. The store has no mail addresses, so the address is mocked. */
  participantDetails: (_: unknown, args: UserArguments, context: RequestContext) => {
    const found = context.viewer?.admin ? resolveUser(_, args, context) : null;
    return found && { name: found.name, nickname: found.nickname, email: `${found.nickname}@example.org` };
  },
};
