import { createHash } from 'node:crypto';
import {
  type IssuedToken,
  type OAuthApplication,
  type StoredCode,
  type StoredToken,
  splitScopes,
} from '../../../server/auth/grants.ts';
import { isSameText } from '../../../records/passwords.ts';
import {
  type Handle,
  type OAuthError,
  type OAuthRequest,
  authenticateClient,
  bearerOf,
  challenge,
  findAccessToken,
  findScopes,
  forbidCaching,
  isRegistered,
  missingParameter,
  oauthError,
  readCredentials,
  sendJson,
  sendOAuthError,
} from './requests.ts';

type Outcome = IssuedToken | OAuthError | 'notFound';

/** `POST /oauth/token`: gives a token for a code, for a refresh token, or to the application itself (RFC 6749). */
export const sendToken: Handle = async (request) => {
  const { ctx, parameters, sendNotFound } = request;
  const { grant_type: type, code } = parameters;
  const grant = type !== undefined && Object.hasOwn(grantTypes, type) ? grantTypes[type] : undefined;
  if (!grant || (type === 'authorization_code' && !code)) {
    // Nobody asks yet which application it is.
    const missing = type ? (grant ? 'code' : undefined) : 'grant_type';
    sendOAuthError(ctx, missing ? missingParameter(missing) : oauthError('unsupported_grant_type'));
    return ctx.remove('Vary');
  }
  const outcome = await grant(request);
  if (outcome === 'notFound') return sendNotFound(ctx);
  if ('error' in outcome) return sendOAuthError(ctx, outcome);
  const { accessToken, refreshToken, stored } = outcome;
  sendJson(ctx, 200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: stored.expiresIn,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    scope: stored.scopes,
    created_at: stored.issuedAt,
  });
  forbidCaching(ctx, 'no-store');
};

const grantTypes: Record<string, (request: OAuthRequest) => Promise<Outcome>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: grantToClient,
};

async function exchangeCode(request: OAuthRequest): Promise<Outcome> {
  const { grants, store, parameters } = request;
  const code = grants.findCode(parameters['code']!);
  const { code_verifier: verifier, redirect_uri: redirectUri } = parameters;
  if (code?.challenge && !verifier) return missingParameter('code_verifier');
  if (!redirectUri) return missingParameter('redirect_uri');
  const application = authenticateClient(request);
  if (!application) return oauthError('invalid_client');
  const user = code && store.find('users', code.userId);
  const isRight =
    user &&
    code.applicationId === application.id &&
    grants.isValid(code) &&
    isRegistered(redirectUri, code.redirectUri) &&
    isVerified(code, verifier) &&
    (await grants.redeemCode(code));
  return isRight ? grants.issueToken({ application, user, scopes: code.scopes }) : oauthError('invalid_grant');
}

/** Whether a verifier is that of the challenge; without a challenge there may be none (RFC 7636, section 4.6). */
function isVerified({ challenge: expected, challengeMethod }: StoredCode, verifier = ''): boolean {
  if (!expected || !verifier) return !expected && !verifier;
  const derived = challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameText(derived, expected);
}

async function refresh(request: OAuthRequest): Promise<Outcome> {
  const { grants, store, parameters } = request;
  const { refresh_token: text, scope } = parameters;
  if (!text) return missingParameter('refresh_token');
  const earlier = grants.findRefreshToken(text);
  if (!earlier || earlier.revokedAt !== null) return oauthError('invalid_grant');
  const application = authenticateClient(request);
  if (!application && readCredentials(request)) return oauthError('invalid_client');
  if (!application || earlier.applicationId !== application.id) return oauthError('invalid_grant');
  const granted = splitScopes(earlier.scopes);
  const scopes = scope ? splitScopes(scope) : granted;
  if (!scopes.every((each) => granted.includes(each))) return oauthError('invalid_scope');
  const user = store.find('users', earlier.userId) ?? null;
  const issued = await grants.refreshToken(earlier, { application, user, scopes: scopes.join(' ') });
  return issued ?? oauthError('invalid_grant');
}

async function grantToClient(request: OAuthRequest): Promise<Outcome> {
  const application = authenticateClient(request);
  if (!application) return oauthError('invalid_client');
  const scopes = findScopes(application, request.parameters['scope']);
  if (!scopes) return oauthError('invalid_scope');
  // The platform looks for the person whose token this would be.
  if (scopes.includes('user') || scopes.includes('api:read')) return 'notFound';
  return request.grants.issueToken({ application, user: null, scopes: scopes.join(' ') });
}

const unauthorized = { state: 'unauthorized' };

/** The token that came with a request, if it is valid. Its use ends the one that it has replaced. */
async function useToken({ ctx, grants, parameters }: OAuthRequest): Promise<StoredToken | undefined> {
  const token = findAccessToken(ctx, parameters);
  if (!token || !grants.isValid(token)) return undefined;
  await grants.noteUse(token);
  return token;
}

/** `GET /oauth/token/info`: what the token of the request is good for. */
export const sendTokenInfo: Handle = async (request) => {
  const { ctx, grants } = request;
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
  const { ctx, store, pictureOf, sendNotFound } = request;
  const token = await useToken(request);
  if (!token) return sendEmptyRefusal(request, 401);
  if (!splitScopes(token.scopes).includes('profile')) return sendEmptyRefusal(request, 403);
  const user = store.find('users', token.userId);
  if (!user) return sendNotFound(ctx);
  const { id, email = null, name, nickname } = user;
  sendJson(ctx, 200, { id, email, name, nickname, image: pictureOf(user, ctx) ?? null });
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
  const { ctx, grants, parameters } = request;
  const { token: text = '' } = parameters;
  const asker = await findAsker(request, text);
  if ('error' in asker) return sendOAuthError(ctx, asker, asker.error === 'invalid_token' ? unauthorized : {});
  const token = grants.findToken(text) ?? grants.findRefreshToken(text);
  const isActive = token && grants.isValid(token) && token.applicationId === asker.id;
  if (!isActive) return sendJson(ctx, 200, { active: false });
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
async function findAsker(request: OAuthRequest, text: string): Promise<OAuthApplication | OAuthError> {
  const { ctx, grants } = request;
  if (bearerOf(ctx) !== undefined) {
    const own = bearerOf(ctx) === text ? undefined : await useToken(request);
    return (own && grants.applicationOf(own)) ?? oauthError('invalid_token');
  }
  if (!readCredentials(request)) return oauthError('invalid_request');
  return authenticateClient(request) ?? oauthError('invalid_client');
}

/** `POST /oauth/revoke`: ends an access token and its refresh token (RFC 7009). Says nothing about unknown tokens. */
export const revokeToken: Handle = async (request) => {
  const { ctx, grants, parameters } = request;
  const { token: text = '', token_type_hint: hint } = parameters;
  const token = (hint === 'refresh_token' ? undefined : grants.findToken(text)) ?? grants.findRefreshToken(text);
  // On the platform, everybody can revoke the token of a public application, because that has no secret.
  const mayRevoke =
    !token ||
    authenticateClient(request)?.id === token.applicationId ||
    grants.applicationOf(token)?.confidential === false;
  if (!mayRevoke) return sendJson(ctx, 403, oauthError('unauthorized_client'));
  if (token) await grants.revoke([token]);
  sendJson(ctx, 200, {});
};
