import type { RequestContext } from '../../../graphql/context.ts';
import type { User as UserRecord } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { defaultAvatarPath, representationPath } from '../values/files.ts';
import { parseRecordId } from '../values/ids.ts';
import { refuseDeleted } from './authors.ts';
import { badgesOf } from './badges.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import { findFollowers } from './follows.ts';
import { createLikeMatcher, sortByConstant, sortByField, sortById } from './filters-and-sort-keys.ts';
import { referenceTo } from './relations.ts';

/** Whether a user is a person. API users are not: they sign in with a key. */
export const isParticipant = ({ key }: UserRecord): boolean => key === null;

const isDeleted = ({ deletedAt = null }: UserRecord): boolean => deletedAt !== null;

/** Whether a person has a profile: confirmed, and not blocked. A deleted user has one that nobody may see. */
const hasProfile = (user: UserRecord): boolean => !user.unconfirmed && !user.blocked;

/** Whether a user is a person in a release. */
export type IsPerson = (user: UserRecord) => boolean;

/** The people with a profile. */
export const findPeople = (store: Store, isPerson: IsPerson): UserRecord[] =>
  store.all('users').filter((user) => isPerson(user) && hasProfile(user));

/** The people in the list of users. */
export const findListedUsers = (store: Store, isPerson: IsPerson): UserRecord[] =>
  findPeople(store, isPerson).filter((user) => !isDeleted(user));

export const User = {
  avatarUrl: ({ id, avatar }: UserRecord, _: unknown, { origin }: RequestContext) =>
    avatar
      ? representationPath(`${referenceTo('users', id)}/avatar`, avatar)
      : `${origin.slice(origin.indexOf('//'))}${defaultAvatarPath}`,
  badge: (user: UserRecord) => (isParticipant(user) && (user.officializedAt ?? null) === null ? '' : 'verified-badge'),
  badges: badgesOf,
  deleted: isDeleted,
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
    nickname: (text: string) => {
      const matches = createLikeMatcher(`%${withoutAtSign(text)}%`);
      return ({ nickname }) => matches(nickname);
    },
    /** Until 0.30: `user` or `group`. The store has no groups. */
    type: (type: string | null) => () => type !== 'group',
    wildcard: (text: string) => {
      const matches = createLikeMatcher(`%${withoutAtSign(text)}%`);
      return ({ name, nickname }) => matches(name) || matches(nickname);
    },
  },
  filtersFailingOnNull: ['nickname', 'wildcard'],
  sortKeys: {
    id: sortById,
    name: sortByField('name', 'name'),
    nickname: sortByField('nickname', 'nickname'),
    type: sortByConstant('type'),
  },
};

interface UserListOptions {
  isPerson?: IsPerson;
  listsDeleted?: boolean;
}

interface UserArguments {
  id?: string | null;
  nickname?: string | null;
}

/** The person with this id and this nickname, as far as they are present; undefined if both are missing. */
function findUser(args: UserArguments, { store }: RequestContext, isPerson: IsPerson): UserRecord | undefined {
  const id = args.id?.trim() && parseRecordId(withoutAtSign(args.id));
  const nickname = args.nickname?.trim() && withoutAtSign(args.nickname);
  if (!id && !nickname) return undefined;
  const matches = (each: UserRecord) => (!id || String(each.id) === id) && (!nickname || each.nickname === nickname);
  return store.all('users').find((user) => isPerson(user) && hasProfile(user) && matches(user));
}

/** Creates the queries of users. With `listsDeleted`, the list has an error in the place of each deleted user. */
export const createUserQueries = ({ isPerson = isParticipant, listsDeleted = false }: UserListOptions = {}) => ({
  user(_: unknown, args: UserArguments, context: RequestContext): UserRecord | Error | null {
    const user = findUser(args, context, isPerson);
    return user ? refuseDeleted(user) : null;
  },
  users: (_: unknown, args: ListArguments, { store }: RequestContext) =>
    filterAndSort((listsDeleted ? findPeople : findListedUsers)(store, isPerson), args, userCriteria, store).map(
      refuseDeleted,
    ),
  /** For administrators; null for everyone else. */
  participantDetails(_: unknown, args: UserArguments, context: RequestContext) {
    const user = context.viewer?.admin ? findUser(args, context, isPerson) : undefined;
    if (!user || isDeleted(user)) return null;
    const { name, nickname, email } = user;
    return { name, nickname, email: email ?? `${nickname}@example.org` };
  },
});
