import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

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
  const found: (number | undefined)[] = [world.sessionUser, ...apiUsers];
  for (const id of apiUsers.slice(2)) world.put('users', { id, key: `api-user-${id}` });
  return signInRoles.map((role, index) => {
    const credentials = {
      admin: role === 'admin',
      key: `${role}-key`,
      secret: `${role}-secret-0123456789`,
      token: `${role}-token`,
    };
    const user: ImportedRecord =
      found[index] === undefined
        ? world.add('users', { name: `Imported ${role}`, nickname: `imported_${role}`, ...credentials })
        : world.put('users', { id: found[index], ...credentials });
    return { role, id: user.id, token: credentials.token };
  });
}
