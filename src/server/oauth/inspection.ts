import { type OAuthApplication, splitScopes, type StoredToken } from './grants.ts';
import type { Context } from '../../dialects/server-dialect.ts';
import {
  authenticateClient,
  bearerOf,
  findAccessToken,
  type Handle,
  type OAuthRequest,
  readCredentials,
} from './requests.ts';
import { challenge, oauthError, sendJson, sendOAuthError } from './responses.ts';

const unauthorized = { state: 'unauthorized' };

/** The token that came with a request, if it is valid. Its use ends the one that it has replaced. */
async function useToken({ ctx, parameters }: OAuthRequest): Promise<StoredToken | undefined> {
  const { grants } = ctx.state.world.authentication;
  const token = findAccessToken(ctx, parameters);
  if (!token || !grants.isValid(token)) return undefined;
  await grants.noteUse(token);
  return token;
}

/** `GET /oauth/token/info`: what the token of the request is good for. */
export const sendTokenInfo: Handle = async (request) => {
  const { ctx } = request;
  const { grants } = ctx.state.world.authentication;
  const token = await useToken(request);
  if (!token) return sendOAuthError(ctx, oauthError('invalid_token'), unauthorized);
  sendJson(ctx, 200, {
    resource_owner_id: token.userId,
    scope: splitScopes(token.scopes),
    expires_in: grants.secondsLeft(token),
    application: { uid: grants.applicationOf(token)?.clientId ?? null },
    created_at: token.issuedAt,
  });
};

/** `GET /oauth/me`: who the person is, for a token with the scope `profile`. */
export const sendProfile: Handle = async (request) => {
  const { ctx, pictureOf, sendNotFound } = request;
  const token = await useToken(request);
  if (!token) return sendEmptyRefusal(request, 401);
  if (!splitScopes(token.scopes).includes('profile')) return sendEmptyRefusal(request, 403);
  const user = token.userId === null ? undefined : ctx.state.world.store.find('users', token.userId);
  if (!user) return sendNotFound(ctx);
  const { id, email = null, name, nickname } = user;
  sendJson(ctx, 200, { id, email, name, nickname, image: pictureOf(user) ?? null });
};

function sendEmptyRefusal({ ctx, parameters }: OAuthRequest, status: 401 | 403): void {
  ctx.status = status;
  ctx.body = '';
  ctx.set({ 'Content-Type': 'text/html', 'Cache-Control': 'no-store' });
  if (status === 403) return;
  const token = findAccessToken(ctx, parameters);
  const reason = !token ? 'is invalid' : token.revokedAt === null ? 'expired' : 'was revoked';
  challenge(ctx, oauthError('invalid_token', `The access token ${reason}`));
}

/** `POST /oauth/introspect`: whether a token of the same application is valid (RFC 7662). */
export const introspect: Handle = async (request) => {
  const { ctx, parameters } = request;
  const { grants } = ctx.state.world.authentication;
  const { token: text = '' } = parameters;
  const asker = await findAsker(request, text);
  if ('error' in asker) return sendOAuthError(ctx, asker, asker.error === 'invalid_token' ? unauthorized : {});
  const token = grants.findToken(text) ?? grants.findRefreshToken(text);
  if (!token || !grants.isValid(token) || token.applicationId !== asker.id)
    return sendJson(ctx, 200, { active: false });
  sendJson(ctx, 200, {
    active: true,
    scope: token.scopes,
    client_id: asker.clientId,
    token_type: 'Bearer',
    exp: token.issuedAt + token.expiresIn,
    iat: token.issuedAt,
  });
};

/** The application that asks about a token: by its credentials, or by another token of its own. */
async function findAsker(
  request: OAuthRequest,
  text: string,
): Promise<OAuthApplication | ReturnType<typeof oauthError>> {
  const { ctx, parameters } = request;
  if (bearerOf(ctx) !== undefined) {
    const own = bearerOf(ctx) === text ? undefined : await useToken(request);
    return (own && ctx.state.world.authentication.grants.applicationOf(own)) ?? oauthError('invalid_token');
  }
  if (!readCredentials(ctx, parameters)) return oauthError('invalid_request');
  return authenticateClient(ctx, parameters) ?? oauthError('invalid_client');
}

/** `POST /oauth/revoke`: ends an access token and its refresh token (RFC 7009). Says nothing about unknown tokens. */
export const revokeToken: Handle = async ({ ctx, parameters }) => {
  const { grants } = ctx.state.world.authentication;
  const { token: text = '', token_type_hint: hint } = parameters;
  const token = (hint === 'refresh_token' ? undefined : grants.findToken(text)) ?? grants.findRefreshToken(text);
  if (token && !mayRevoke(ctx, token, authenticateClient(ctx, parameters))) {
    sendJson(ctx, 403, oauthError('unauthorized_client'));
    return;
  }
  if (token) await grants.revoke([token]);
  sendJson(ctx, 200, {});
};

/** On the platform, everybody can revoke the token of a public application, because that has no secret. */
function mayRevoke(ctx: Context, token: StoredToken, asker: OAuthApplication | undefined): boolean {
  const owner = ctx.state.world.authentication.grants.applicationOf(token);
  return asker?.id === token.applicationId || owner?.confidential === false;
}
