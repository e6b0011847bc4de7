import type { Context } from '../../dialects/server-dialect.ts';

/** The errors of OAuth that the platform answers with, and their descriptions. */
const descriptions = {
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  invalid_redirect_uri: "The requested redirect uri is malformed or doesn't match client redirect URI.",
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  invalid_request: 'Request need to be authorized. Required parameter for authorizing request is missing or invalid.',
  unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
  unsupported_response_type: 'The authorization server does not support this response type.',
  unsupported_response_mode: 'The authorization server does not support this response mode.',
  invalid_code_challenge_method: 'The code_challenge_method must be one of plain, S256.',
  access_denied: 'The resource owner or authorization server denied the request.',
  unauthorized_client: 'You are not authorized to revoke this token',
  invalid_token: 'The access token is invalid',
} as const;

/** A refusal of OAuth, as the platform words it. */
export interface OAuthError {
  error: keyof typeof descriptions;
  error_description: string;
}

export const oauthError = (error: OAuthError['error'], description: string = descriptions[error]): OAuthError => ({
  error,
  error_description: description,
});

export const missingParameter = (name: string): OAuthError =>
  oauthError('invalid_request', `Missing required parameter: ${name}.`);

/** The status of a refusal. */
export const statusOf = ({ error }: OAuthError): number =>
  error === 'invalid_client' || error === 'invalid_token' ? 401 : 400;

export function sendJson(ctx: Context, status: number, body: object): void {
  ctx.body = JSON.stringify(body);
  ctx.status = status;
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept' });
}

/** The header that says why a request with a token or with a client is refused. */
export const challenge = (ctx: Context, { error, error_description: description }: OAuthError): void =>
  ctx.set({
    'Cache-Control': 'no-store',
    'WWW-Authenticate': `Bearer realm="Decidim", error="${error}", error_description="${description}"`,
  });

/** Sends a refusal of the token endpoint and its like. */
export function sendOAuthError(ctx: Context, refusal: OAuthError, more: object = {}): void {
  sendJson(ctx, statusOf(refusal), { ...refusal, ...more });
  challenge(ctx, refusal);
}

/** Sends a response without a body, which says nothing about caching. */
export function sendEmpty(ctx: Context, status: number): void {
  ctx.status = status;
  ctx.body = '';
  ctx.set('Content-Type', 'text/html; charset=UTF-8');
  ctx.remove('Cache-Control');
}

/** Responses of the pages and of the token endpoint are in no cache. */
export const forbidCaching = (ctx: Context, cacheControl = 'no-cache, no-store'): void =>
  ctx.set({ 'Cache-Control': cacheControl, Pragma: 'no-cache', Vary: 'Accept' });
