import { field, select } from './query.ts';
import type { Reader } from './reader.ts';
import { idIn, idOf, notePerson } from './record-reading.ts';
import { profile, staticPage, staticPageTopic, userModeration, verifiedBadge } from './readings.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Reads the pages of the organization, and the users whom its moderators have blocked. */
export async function readPagesAndBlockedUsers(reader: Reader, world: WorldBuilder): Promise<void> {
  for (const reading of [staticPageTopic, staticPage]) {
    const list = await reader.readList(reading.kind, reading.kind, reading.fields);
    for (const [weight, each] of list.entries()) reading.read(each, world, undefined, { weight });
  }
  const { kind, fields } = userModeration;
  for (const each of await reader.readList(kind, 'moderatedUsers', fields)) {
    const userId = idIn(each['userId']);
    userModeration.read(each, world, undefined, { userId });
    if (userId !== undefined)
      world.people.set(userId, { ...world.people.get(userId), about: each['about'], blocked: true });
    else reader.report(`a user whom the moderators have blocked: the userId is ${JSON.stringify(each['userId'])}`);
  }
}

/** Reads the profiles of people; with only some spaces, of those whom these name. */
export async function readProfiles(reader: Reader, world: WorldBuilder, spaces: readonly string[]): Promise<void> {
  const profiles = await reader.readList(profile.kind, 'users', profile.fields, 'user');
  for (const each of profiles) if (spaces.length === 0 || world.people.has(idOf(each) ?? 0)) profile.read(each, world);
  world.listsProfiles = profiles.length > 0;
  const place = [field('session', []), field('user', [])];
  const sessionUser = await reader.readObject('session', place, select('id', 'name', 'nickname'));
  if (sessionUser) world.sessionUser = notePerson(sessionUser, world);
}

/**
 * Adds everybody who was named. Without a profile they are not confirmed, or API users if they have the badge of the organization.
 * Returns the ids of the API users.
 */
export function addPeople(world: WorldBuilder): number[] {
  const { listsProfiles } = world;
  const apiUsers: number[] = [];
  for (const [id, { badge, ...person }] of world.people) {
    const isUnlisted = listsProfiles && !world.find('users', id);
    const isApiUser = isUnlisted && (badge === verifiedBadge || id === world.sessionUser);
    if (isApiUser) apiUsers.push(id);
    const isUnconfirmed = isUnlisted && !isApiUser && !person.blocked;
    world.put('users', { ...person, ...(isUnconfirmed && { unconfirmed: true }), id });
  }
  return apiUsers;
}

/** The users with a token that every imported world has, by the name that their tokens begin with. */
const signInRoles = ['admin', 'member', 'other'] as const;

/** A user who can sign in to the world. */
export interface SignInUser {
  role: (typeof signInRoles)[number];
  id: number;
  token: string;
}

/**
 * Gives a key, a secret and a token to three users: an administrator and two others. API users of the deployment come first, in
 * the order of their ids, and the owner of the token is the administrator; where there are too few, adds users.
 */
export function addSignInUsers(world: WorldBuilder, apiUsers: readonly number[]): SignInUser[] {
  const others = apiUsers.filter((id) => id !== world.sessionUser).toSorted((a, b) => a - b);
  for (const id of others.slice(2)) world.put('users', { id, key: `api-user-${id}` });
  return signInRoles.map((role, index) => {
    const id = [world.sessionUser, ...others][index];
    const token = `${role}-token`;
    const keys = { admin: role === 'admin', key: `${role}-key`, secret: `${role}-secret-0123456789`, token };
    const user: ImportedRecord =
      id === undefined
        ? world.add('users', { name: `Imported ${role}`, nickname: `imported_${role}`, ...keys })
        : world.put('users', { id, ...keys });
    return { role, id: user.id, token };
  });
}
