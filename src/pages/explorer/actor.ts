import { type ControlResponse, control } from '../shared/control.ts';
import { createStoredValue, session } from '../shared/stored-value.ts';

/** The id of the user who sends the requests; empty for nobody. */
export const actor = createStoredValue('plenum.actor');

type IssuedToken = ControlResponse<'POST /__admin/tokens'>;

/** The tokens that this page issued, by session and user. */
const issued = new Map<string, IssuedToken>();

/** Returns a token of a user: the fixed one of the world, or one that the control issues and that is still valid. */
export async function tokenOf(userId: number): Promise<string> {
  const { users } = await control('GET /__admin/users');
  const fixed = users.find(({ id }) => id === userId)?.token;
  if (fixed) return fixed;
  const key = `${session.get()} ${userId}`;
  const known = issued.get(key);
  if (known && (await isValid(known))) return known.token;
  const token = await control('POST /__admin/tokens', { body: { user: userId } });
  issued.set(key, token);
  return token.token;
}

async function isValid({ id }: IssuedToken): Promise<boolean> {
  const { tokens } = await control('GET /__admin/tokens');
  const found = tokens.find((each) => each.id === id);
  const { time } = await control('GET /__admin/clock');
  return found !== undefined && Date.parse(found.expiresAt) > Date.parse(time);
}
