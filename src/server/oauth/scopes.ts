import type { Context } from '../../contract/server-dialect.ts';
import { findAccessToken, isStrict } from './client.ts';
import { splitScopes } from './grants.ts';

/**
 * Returns the scopes of the token that came with a GraphQL request: of each that an application got, expired and revoked ones too, as on the
 * platform. Undefined if no application sent the request. The token that it has replaced ends.
 */
export async function findScopes(
  ctx: Context,
  members: Record<string, unknown>,
  takesInvalid = !isStrict(ctx),
): Promise<ReadonlySet<string> | undefined> {
  const { grants } = ctx.state.world.authentication;
  const texts = Object.fromEntries(
    Object.entries(members).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
  const token = findAccessToken(ctx, texts);
  if (!token || (!takesInvalid && !grants.isValid(token))) return undefined;
  await grants.noteUse(token);
  return new Set(splitScopes(token.scopes));
}
