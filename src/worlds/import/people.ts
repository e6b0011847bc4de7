import { field, select } from './query.ts';
import { type Reader, type RecordList, UnreadableError } from './reader.ts';
import { type RecordReading, idIn, idOf, notePerson, objectOf, present } from './record-reading.ts';
import { profile, staticPage, staticPageTopic, userModeration, verifiedBadge } from './readings.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Reads the pages of the organization, and the users whom its moderators have blocked. */
export async function readPagesAndBlockedUsers(reader: Reader, world: WorldBuilder): Promise<void> {
  for (const reading of [staticPageTopic, staticPage])
    for (const [weight, each] of (await readRootList(reader, reading.kind, reading)).entries())
      reading.read(each, world, undefined, { weight });
  for (const each of await readRootList(reader, 'moderatedUsers', userModeration)) {
    const userId = idIn(each['userId']);
    userModeration.read(each, world, undefined, { userId });
    if (userId !== undefined) world.blockedUsers.set(userId, { about: each['about'] });
    else reader.report(`a user whom the moderators have blocked: the userId is ${JSON.stringify(each['userId'])}`);
  }
}

/** Reads the objects in a list of the query type; `one` is the field with one of them, if there is one. */
async function readRootList(reader: Reader, many: string, { kind, fields }: RecordReading, one?: string) {
  const records: RecordList = {
    kind,
    fields,
    list: (of) => field(many, of),
    itemsOf: (data) => data[many],
    one: one === undefined ? undefined : { of: (id, of) => field(one, of, { id: `"${id}"` }), in: (data) => data[one] },
    isWhole: true,
  };
  try {
    return present((await reader.readList(records)).items);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    reader.report(`${kind}: none can be read: ${error.message}`);
    return [];
  }
}

/** Reads the profiles of people; with only some spaces, of those whom these name. */
export async function readProfiles(reader: Reader, world: WorldBuilder, spaces: readonly string[]): Promise<void> {
  const profiles = await readRootList(reader, 'users', profile, 'user');
  for (const each of profiles) if (spaces.length === 0 || world.people.has(idOf(each) ?? 0)) profile.read(each, world);
  world.listsProfiles = profiles.length > 0;
  const session = await reader.readParts('session', select('id', 'name', 'nickname'), (of) =>
    field('session', field('user', of)),
  );
  const sessionUser = objectOf(objectOf(session['session'])?.['user']);
  if (sessionUser) world.sessionUser = notePerson(sessionUser, world);
}

/** Adds everybody who was named and has no profile. They are API users if they have the badge of the organization. */
export function addPeople(world: WorldBuilder): void {
  const { listsProfiles } = world;
  for (const [id, { name, nickname, badge }] of world.people) {
    if (world.find('users', id)) continue;
    const isApiUser = listsProfiles && (badge === verifiedBadge || id === world.sessionUser);
    const isUnconfirmed = listsProfiles && !isApiUser && !world.blockedUsers.has(id);
    world.put('users', { id, name, nickname, ...(isUnconfirmed && { unconfirmed: true }) });
    if (isApiUser) world.apiUsers.add(id);
  }
  for (const [id, { about }] of world.blockedUsers) world.put('users', { id, about, blocked: true });
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
export function addSignInUsers(world: WorldBuilder): SignInUser[] {
  const apiUsers = [...world.apiUsers].filter((id) => id !== world.sessionUser).toSorted((a, b) => a - b);
  for (const id of apiUsers.slice(2)) world.put('users', { id, key: `api-user-${id}` });
  return signInRoles.map((role, index) => {
    const id = [world.sessionUser, ...apiUsers][index];
    const token = `${role}-token`;
    const keys = { admin: role === 'admin', key: `${role}-key`, secret: `${role}-secret-0123456789`, token };
    const user: ImportedRecord =
      id === undefined
        ? world.add('users', { name: `Imported ${role}`, nickname: `imported_${role}`, ...keys })
        : world.put('users', { id, ...keys });
    return { role, id: user.id, token };
  });
}
