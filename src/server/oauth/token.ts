import { createHash } from 'node:crypto';
import { type IssuedToken, type OAuthApplication, splitScopes, type StoredCode } from './grants.ts';
import { isSameText } from '../auth/is-same-text.ts';
import { authenticateClient, type Handle, type OAuthRequest, type Parameters, readCredentials } from './requests.ts';
import { isRegistered } from './redirect-address.ts';
import { forbidCaching, missingParameter, oauthError, type OAuthError, sendJson, sendOAuthError } from './responses.ts';

type Outcome = IssuedToken | OAuthError | 'notFound';

/** `POST /oauth/token`: gives a token for a code, for a refresh token, or to the application itself (RFC 6749). */
export const sendToken: Handle = async (request) => {
  const { ctx, parameters, sendNotFound } = request;
  const { grant_type: type } = parameters;
  const refusal = findRefusal(parameters);
  if (refusal) {
    sendOAuthError(ctx, refusal);
    ctx.remove('Vary');
    return;
  }
  const outcome = await grantTypes[type!]!(request);
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

/** What is refused before anybody asks which application it is. */
function findRefusal({ grant_type: type, code }: Parameters): OAuthError | undefined {
  if (!type) return missingParameter('grant_type');
  if (!Object.hasOwn(grantTypes, type)) return oauthError('unsupported_grant_type');
  return type === 'authorization_code' && !code ? missingParameter('code') : undefined;
}

const grantTypes: Record<string, (request: OAuthRequest) => Promise<Outcome>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: grantToClient,
};

async function exchangeCode({ ctx, parameters }: OAuthRequest): Promise<Outcome> {
  const { grants } = ctx.state.world.authentication;
  const code = grants.findCode(parameters['code']!);
  const { code_verifier: verifier, redirect_uri: redirectUri } = parameters;
  if (code?.challenge && !verifier) return missingParameter('code_verifier');
  if (!redirectUri) return missingParameter('redirect_uri');
  const application = authenticateClient(ctx, parameters);
  if (!application) return oauthError('invalid_client');
  const user = code && ctx.state.world.store.find('users', code.userId);
  if (!code || !user || code.applicationId !== application.id) return oauthError('invalid_grant');
  if (!grants.isValid(code) || !isRegistered(redirectUri, code.redirectUri) || !isVerified(code, verifier))
    return oauthError('invalid_grant');
  if (!(await grants.redeemCode(code))) return oauthError('invalid_grant');
  return grants.issueToken({ application, user, scopes: code.scopes });
}

/** Whether a verifier is that of the challenge; without a challenge there may be none (RFC 7636, section 4.6). */
function isVerified({ challenge, challengeMethod }: StoredCode, verifier: string | undefined): boolean {
  if (!challenge) return !verifier;
  if (!verifier) return false;
  const derived = challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameText(derived, challenge);
}

async function refresh({ ctx, parameters }: OAuthRequest): Promise<Outcome> {
  const { store, authentication } = ctx.state.world;
  const { grants } = authentication;
  const { refresh_token: text, scope } = parameters;
  if (!text) return missingParameter('refresh_token');
  const earlier = grants.findRefreshToken(text);
  if (!earlier || earlier.revokedAt !== null) return oauthError('invalid_grant');
  const application = authenticateClient(ctx, parameters);
  if (!application && readCredentials(ctx, parameters)) return oauthError('invalid_client');
  if (!application || earlier.applicationId !== application.id) return oauthError('invalid_grant');
  const granted = splitScopes(earlier.scopes);
  const scopes = scope ? splitScopes(scope) : granted;
  if (!scopes.every((each) => granted.includes(each))) return oauthError('invalid_scope');
  const user = earlier.userId === null ? null : (store.find('users', earlier.userId) ?? null);
  const issued = await grants.refreshToken(earlier, { application, user, scopes: scopes.join(' ') });
  return issued ?? oauthError('invalid_grant');
}

async function grantToClient({ ctx, parameters }: OAuthRequest): Promise<Outcome> {
  const application = authenticateClient(ctx, parameters);
  if (!application) return oauthError('invalid_client');
  const scopes = findScopes(application, parameters['scope']);
  if (!scopes) return oauthError('invalid_scope');
  // The platform looks for the person whose token this would be.
  if (scopes.includes('user') || scopes.includes('api:read')) return 'notFound';
  const { grants } = ctx.state.world.authentication;
  return grants.issueToken({ application, user: null, scopes: scopes.join(' ') });
}

/** The scopes that a request asks for, by default `profile`; undefined if the application may not have one of them. */
export function findScopes(application: OAuthApplication, text: string | undefined): string[] | undefined {
  const scopes = splitScopes(text || 'profile');
  return scopes.every((each) => (application.scopes as string[]).includes(each)) ? scopes : undefined;
}
