import type { ListedUser } from '../../control/list-users.ts';
import { control } from '../shared/control.ts';
import { createStoredValue, session } from '../shared/stored-value.ts';

/** The id of the user who sends the requests; empty for nobody. */
export const actor = createStoredValue('plenum.actor');

interface IssuedToken {
  id: string;
  token: string;
}

/** The tokens that this page issued, by session and user. */
const issued = new Map<string, IssuedToken>();

/** Returns a token of a user: the fixed one of the world, or one that the control issues and that is still valid. */
export async function tokenOf(userId: number): Promise<string> {
  const { users } = await control<{ users: ListedUser[] }>('GET', '/users');
  const fixed = users.find(({ id }) => id === userId)?.token;
  if (fixed) return fixed;
  const key = `${session.get()} ${userId}`;
  const known = issued.get(key);
  if (known && (await isValid(known))) return known.token;
  const token = await control<IssuedToken>('POST', '/tokens', { user: userId });
  issued.set(key, token);
  return token.token;
}

async function isValid({ id }: IssuedToken): Promise<boolean> {
  const { tokens } = await control<{ tokens: { id: string; expiresAt: string }[] }>('GET', '/tokens');
  const found = tokens.find((each) => each.id === id);
  const { time } = await control<{ time: string }>('GET', '/clock');
  return found !== undefined && Date.parse(found.expiresAt) > Date.parse(time);
}
