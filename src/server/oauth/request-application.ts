import type { Context, RequestApplication } from '../../contract/server-dialect.ts';
import { findAccessToken } from './client.ts';
import { splitScopes } from './grants.ts';

/**
 * Finds the application whose token came with a GraphQL request: also an expired or a revoked one, as on the platform. Undefined if no
 * application sent the request. The token that this one has replaced ends.
 */
export async function findRequestApplication(
  ctx: Context,
  members: Record<string, unknown>,
  takesInvalid = true,
): Promise<RequestApplication | undefined> {
  const { grants } = ctx.state.world.authentication;
  const texts = Object.fromEntries(
    Object.entries(members).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
  const token = findAccessToken(ctx, texts);
  if (!token || (!takesInvalid && !grants.isValid(token))) return undefined;
  await grants.noteUse(token);
  return { clientId: grants.applicationOf(token)?.clientId ?? null, scopes: new Set(splitScopes(token.scopes)) };
}
