import type { RequestContext } from '../../contract/request-context.ts';
import type { Context } from '../../contract/server-dialect.ts';
import { findAccessToken } from '../../server/oauth/client.ts';
import type { OAuthScope } from '../../store/oauth-scopes.ts';

/** An effect on the token of a request. */
export type TokenEffect = { expiredToken: true } | { revokedToken: true } | { scopes: OAuthScope[] };

const members = ['expiredToken', 'revokedToken', 'scopes'];

export const isTokenEffect = (effect: object): effect is TokenEffect => members.some((member) => member in effect);

/** Changes the context of a GraphQL request as its token does. What is revoked stays revoked. */
export async function applyToContext(effect: TokenEffect, ctx: Context, context: RequestContext): Promise<void> {
  const { grants } = ctx.state.world.authentication;
  if ('scopes' in effect) {
    const { scopes } = context;
    if (scopes) context.scopes = new Set(effect.scopes.filter((each) => scopes.has(each)));
    return;
  }
  if ('revokedToken' in effect) await revokeToken(ctx);
  // On the platform, a revoked token goes on working, and the scopes of an expired one still count.
  if ('expiredToken' in effect || grants.isStrict) context.viewer = null;
  if (grants.isStrict) context.scopes = undefined;
}

/** Changes a request that is not a GraphQL request as its token does. */
export async function applyToRequest(effect: TokenEffect, ctx: Context): Promise<void> {
  if ('revokedToken' in effect) await revokeToken(ctx);
  if (!('expiredToken' in effect)) return;
  delete ctx.req.headers.authorization;
  delete ctx.req.headers.cookie;
}

async function revokeToken(ctx: Context): Promise<void> {
  const token = findAccessToken(ctx, {});
  if (token) await ctx.state.world.authentication.grants.revoke([token]);
}
