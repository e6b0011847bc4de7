import type { RequestContext } from '../../../graphql/context.ts';
import type { Proposal, User as UserRecord } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { badgeImagePath, defaultAvatarPath, representationPath } from '../values/files.ts';
import { parseRecordId } from '../values/ids.ts';
import {
  type ListArguments,
  type ListCriteria,
  createTextFilter,
  filterAndSort,
  sortByField,
  sortById,
} from './lists.ts';
import { platformTexts } from './texts.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { isDeleted, isParticipant, referenceTo } from './relations.ts';
import type { IResolvers } from '@graphql-tools/utils';
import { type DecidimOverrides, type PlatformBehavior, note } from '../resource.ts';

interface Score {
  badgeName: string;
  value: number;
}

/** The stored scores of a user. In a world without any, the accepted proposals of the user are a score. */
function findScores({ id }: UserRecord, store: Store): readonly Score[] {
  if (store.highestId('badgeScores') > 0) return store.where('badgeScores', 'userId', id);
  const accepted = store
    .all('proposals')
    .filter(({ state, authorIds }) => state === 'accepted' && authorIds.includes(id));
  return [{ badgeName: 'accepted_proposals', value: accepted.length }];
}

const levelOf = ({ badgeName, value }: Score): number =>
  platformTexts().badges[badgeName]?.levels.filter((level) => level <= value).length ?? 0;

const BadgeScore = {
  description: ({ badgeName }) => platformTexts().badges[badgeName]!.description,
  image: ({ badgeName }) => badgeImagePath(badgeName),
  level: levelOf,
  name: ({ badgeName }) => badgeName,
  score: ({ value }) => value,
} satisfies FieldResolvers<Score>;

/** Whether a person has a profile: confirmed, and not blocked. A deleted user has one that nobody may see. */
const hasProfile = (user: UserRecord): boolean => !user.unconfirmed && !user.blocked;

/** Whether a user is a person in a release. */
export type IsPerson = (user: UserRecord) => boolean;

/** The people with a profile. */
const findPeople = (store: Store, isPerson: IsPerson): UserRecord[] =>
  store.all('users').filter((user) => isPerson(user) && hasProfile(user));

/** The people in the list of users. */
export const findListedUsers = (store: Store, isPerson: IsPerson): UserRecord[] =>
  findPeople(store, isPerson).filter((user) => !isDeleted(user));

export const User = {
  avatarUrl: ({ id, avatar }, _, { origin }) =>
    avatar
      ? representationPath(`${referenceTo('users', id)}/avatar`, avatar)
      : `${origin.slice(origin.indexOf('//'))}${defaultAvatarPath}`,
  badge: (user) => (isParticipant(user) && (user.officializedAt ?? null) === null ? '' : 'verified-badge'),
  /** The badges of which the user has reached a level. */
  badges: (user, _, { store }) => findScores(user, store).filter((score) => levelOf(score) > 0),
  deleted: isDeleted,
  directMessagesEnabled: (user) => String(isParticipant(user)),
  followersCount({ id }, _, { store }) {
    const follows = store.where('follows', 'followable', referenceTo('users', id));
    return follows.filter(({ userId }) => store.find('users', userId)).length;
  },
  followingCount: ({ id }, _, { store }) => store.where('follows', 'userId', id).length,
} satisfies RecordResolvers<'users'>;

const withoutAtSign = (nickname: string): string => nickname.replace(/^@/, '');

const userCriteria: ListCriteria<UserRecord> = {
  filters: {
    excludeIds(ids: string[] | null) {
      const excluded = ids && new Set(ids.map(parseRecordId));
      return ({ id }) => excluded !== null && !excluded.has(String(id));
    },
    name(text: string | null) {
      const matches = createTextFilter(text);
      return ({ name }) => matches(name);
    },
    nickname(text: string) {
      const matches = createTextFilter(withoutAtSign(text));
      return ({ nickname }) => matches(nickname);
    },
    /** Until 0.30: `user` or `group`. The store has no groups. */
    type: (type: string | null) => () => type !== 'group',
    wildcard(text: string) {
      const matches = createTextFilter(withoutAtSign(text));
      return ({ name, nickname }) => matches(name, nickname);
    },
  },
  filtersFailingOnNull: ['nickname', 'wildcard'],
  sortKeys: {
    id: sortById,
    name: sortByField('name', 'name'),
    nickname: sortByField('nickname', 'nickname'),
    // The same for all records, because the store has one type of user.
    type: { column: 'type', getValue: () => 0 },
  },
};

interface UserArguments {
  id?: string | null;
  nickname?: string | null;
}

/** The person with this id and this nickname, as far as they are present; undefined if both are missing. */
function findPerson(args: UserArguments, { store }: RequestContext, isPerson: IsPerson): UserRecord | undefined {
  const id = args.id?.trim() && parseRecordId(withoutAtSign(args.id));
  const nickname = args.nickname?.trim() && withoutAtSign(args.nickname);
  if (!id && !nickname) return undefined;
  return findPeople(store, isPerson).find(
    (user) => (!id || String(user.id) === id) && (!nickname || user.nickname === nickname),
  );
}

/** Creates the queries of users. */
export const createUserQueries = (isPerson: IsPerson = isParticipant) =>
  ({
    user(_, args: UserArguments, context) {
      return findPerson(args, context, isPerson) ?? null;
    },
    users(_, args: ListArguments, { store }) {
      return filterAndSort(findPeople(store, isPerson), args, userCriteria, store);
    },
    /** For administrators; null for everyone else. */
    participantDetails(_, args: UserArguments, context) {
      const user = context.viewer?.admin ? findPerson(args, context, isPerson) : undefined;
      if (!user) return null;
      const { name, nickname, email } = user;
      // The platform empties the texts of a deleted user.
      return { name, nickname, email: isDeleted(user) ? '' : (email ?? `${nickname}@example.org`) };
    },
  }) satisfies FieldResolvers;

export const resolvers = { BadgeScore, Query: createUserQueries(), User };

const { user, users } = createUserQueries(() => true);

const usersWithKeysArePeople: IResolvers = {
  Proposal: {
    author: ({ authorIds }: Proposal, _: unknown, { store }: RequestContext) =>
      store.findMany('users', authorIds)[0] ?? null,
  },
  Query: { user, users },
  TraceVersion: {
    editor: ({ editorId }: { editorId: number | null }, _: unknown, { store }: RequestContext) =>
      store.find('users', editorId) ?? null,
  },
  User: {
    badge: ({ officializedAt = null }: UserRecord) => (officializedAt === null ? '' : 'verified-badge'),
    directMessagesEnabled: () => 'true',
  },
};

export const refusals: DecidimOverrides['refusals'] = { 'Query.users': 'leftOut' };

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // 0.32 leaves deleted users out. Before, nobody may see them, and so nobody sees the list.
  deletedUsers: {
    until: '0.31',
    refusals: { 'Query.users': 'error' },
    notes: [note('is null with an error if a deleted user would be in the list', 'Query.users')],
  },
  // The list of 0.32 was wrong in its first patches; the stand-in is as the last one.
  usersOfLaterPatches: {
    since: '0.32',
    notes: [note('is null with an error in 0.32.0 and 0.32.1 if a user was deleted', 'Query.users')],
  },
  // There are no API users: the users of the store with a key are people.
  usersWithKeysArePeople: {
    until: '0.30',
    resolvers: usersWithKeysArePeople,
    notes: [
      note(
        'can be anybody; API users, who are none of these people, began with 0.31',
        'Proposal.author',
        'Query.user',
        'Query.users',
        'TraceVersion.editor',
      ),
      note('is empty, or `verified-badge`', 'User.badge'),
      note('is the text `true`', 'User.directMessagesEnabled'),
    ],
  },
};
