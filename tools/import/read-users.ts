import { isJsonObject, textOf } from '../../src/client/json-value.ts';
import type { ImportContext } from './import-context.ts';
import { followers } from './attached-records.ts';
import { type PartReading, readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { file } from './file-values.ts';
import { type ValueReading, idOf, nodesAt, present } from './values.ts';
import type { WorldBuilder } from './world-builder.ts';

const verifiedBadge = 'verified-badge';
const avatar = file('avatarUrl');

const values: Record<string, ValueReading | null> = {
  admin: null,
  key: null,
  secret: null,
  token: null,
  email: null,
  blocked: null,
  unconfirmed: null,
  nickname: {
    fields: [{ name: 'nickname' }],
    read: ({ value }) => (typeof value['nickname'] === 'string' ? value['nickname'].replace(/^@/, '') : undefined),
  },
  avatar: {
    fields: avatar.fields,
    read: (node, world) => (/default-avatar/.test(textOf(node.value['avatarUrl'])) ? null : avatar.read(node, world)),
  },
  officializedAt: {
    fields: [{ name: 'badge' }, { name: 'createdAt' }],
    read: ({ value }) => (value['badge'] === verifiedBadge ? value['createdAt'] : undefined),
  },
};

const badges: PartReading = {
  fields: [field('badges', select('BadgeScore', 'name', 'score'))],
  read(node, { id }, world) {
    for (const { value } of present(nodesAt(node, 'badges')))
      world.add('badgeScores', { userId: id, badgeName: value['name'], value: value['score'] });
  },
};

const listedUser = readingOf('users', 'User', values, [badges, followers('users')]);

/**
 * Reads the profiles of people; with only some spaces, of those whom these name.
 */
export async function readUsers({ reader, world, spaces }: ImportContext): Promise<void> {
  const { data, errors } = await reader.readParts(listedUser.selection, (part) => field('users', part));
  const profiles = nodesAt({ value: data, path: '', errors }, 'users');
  const isWanted = (id: number | undefined) => id !== undefined && (spaces.length === 0 || world.people.has(id));
  for (const node of present(profiles)) if (isWanted(idOf(node.value))) listedUser.read(node, world);
  const session = await reader.readParts(select('User', 'id', 'name', 'nickname'), (part) =>
    field('session', select('Session', field('user', part))),
  );
  const sessionUser = isJsonObject(session.data['session']) ? session.data['session']['user'] : undefined;
  world.sessionUser = idOf(sessionUser);
  if (isJsonObject(sessionUser) && world.sessionUser !== undefined)
    world.people.set(world.sessionUser, { ...world.people.get(world.sessionUser), ...namesOf(sessionUser) });
  world.listsProfiles = Array.isArray(data['users']);
}

/** Adds everybody who was named and has no profile. They are API users if they have the badge of the organization. */
export function addPeople(world: WorldBuilder): void {
  const { listsProfiles } = world;
  for (const [id, { name, nickname, badge }] of world.people) {
    if (world.find('users', id)) continue;
    const isApiUser = listsProfiles && (badge === verifiedBadge || id === world.sessionUser);
    const isBlocked = world.blockedUsers.has(id);
    const unlisted = listsProfiles && !isApiUser && !isBlocked ? { unconfirmed: true } : {};
    world.put('users', { id, name, nickname, ...unlisted });
    if (isApiUser) world.apiUsers.add(id);
  }
  for (const [id, { about }] of world.blockedUsers) world.put('users', { id, about, blocked: true });
}

const namesOf = (value: Record<string, unknown>) => ({
  name: textOf(value['name']),
  nickname: textOf(value['nickname']).replace(/^@/, ''),
});
