import { randomBytes } from 'node:crypto';
import type { Context, EndpointServer, OAuthSettings, RequestApplication } from '../../../server/endpoint.ts';
import type { User } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import type { Authentication } from '../../../server/auth/authentication.ts';
import { type Grants, type OAuthApplication, type StoredToken, splitScopes } from '../../../server/auth/grants.ts';
import { isSameText } from '../../../records/passwords.ts';
import type { CookieState } from '../../../server/http/sign-in.ts';

/** What differs between the dialects. */
export interface OAuthParts {
  /** Reads the parameters of the URL and of the body; undefined if the body is malformed. */
  readParameters(ctx: Context): Promise<Record<string, unknown> | undefined>;
  /** The address of the picture of a person; undefined if there is none. */
  pictureOf(user: User, ctx: Context): string | undefined;
  sendNotFound(ctx: Context): void;
  /** Responds to what the platform fails to process. */
  sendServerError(ctx: Context): void;
}

/** A request to a page or an endpoint of OAuth. */
export interface OAuthRequest extends OAuthParts {
  ctx: Context;
  store: Store;
  authentication: Authentication;
  grants: Grants;
  /** What the response sets as the session cookie. */
  cookie: CookieState;
  /** The texts among the parameters of the URL and of the body; those of the URL take precedence. */
  parameters: Record<string, string>;
  settings: OAuthSettings;
  signInLimit: EndpointServer['signInLimit'];
  /** The language of the page. */
  locale: string;
}

export type Handle = (request: OAuthRequest) => void | Promise<void>;

/** The session of the browser; a new one if it has none. The response sets its cookie. */
export function sessionOf(cookie: CookieState): string {
  cookie.isLoaded = true;
  return (cookie.sessionId ??= randomBytes(16).toString('base64url'));
}

/** The credentials of an application; those of the header count. Undefined if there are none. */
export function readCredentials({ ctx, parameters }: OAuthRequest): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(ctx.get('authorization')) ?? [];
  if (encoded) {
    const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
    return { id: user, secret: password.join(':') };
  }
  const { client_id: id, client_secret: secret = '' } = parameters;
  return id ? { id, secret } : undefined;
}

/**
 * Returns the application that sent a request: a public one needs no secret, but a wrong one is refused even from it. Undefined if there
 * is none.
 */
export function authenticateClient(request: OAuthRequest): OAuthApplication | undefined {
  const { id, secret } = readCredentials(request) ?? { id: '', secret: '' };
  const application = request.grants.findApplication(id);
  if (!application) return undefined;
  const isRight = secret === '' ? !application.confidential : isSameText(application.secret ?? '', secret);
  return isRight ? application : undefined;
}

/** The text of the access token in a header, whose scheme can be in any case. */
export const bearerOf = (ctx: Context): string | undefined => /^bearer (.+)$/i.exec(ctx.get('authorization'))?.[1];

/** The access token that came with a request, valid or not: in the header or, as RFC 9700 forbids, in the parameters. */
export function findAccessToken(ctx: Context, parameters: Record<string, unknown>): StoredToken | undefined {
  const text = bearerOf(ctx) ?? (parameters['access_token'] || parameters['bearer_token']);
  return typeof text === 'string' ? ctx.state.world.authentication.grants.findToken(text) : undefined;
}

/**
 * Finds the application whose token came with a GraphQL request: also an expired or a revoked one, as on the platform. Undefined if no
 * application sent the request. The token that this one has replaced ends.
 */
export async function findRequestApplication(
  ctx: Context,
  parameters: Record<string, unknown>,
): Promise<RequestApplication | undefined> {
  const { grants } = ctx.state.world.authentication;
  const token = findAccessToken(ctx, parameters);
  if (!token) return undefined;
  await grants.noteUse(token);
  return { clientId: grants.applicationOf(token)?.clientId ?? null, scopes: new Set(splitScopes(token.scopes)) };
}

/** The scopes that a request asks for, by default `profile`; undefined if the application may not have one of them. */
export function findScopes(application: OAuthApplication, text: string | undefined): string[] | undefined {
  const scopes = splitScopes(text || 'profile');
  return scopes.every((each) => (application.scopes as string[]).includes(each)) ? scopes : undefined;
}

/**
 * Whether a redirect address is one that is registered: the same text but for its query, which is free unless the registered one has
 * a query, and for the port of a loopback address, where a client listens at any free port (RFC 8252, section 7.3).
 */
export function isRegistered(address: string, registered: string): boolean {
  const [given, known] = [splitAddress(address), splitAddress(registered)];
  if (!given || !known || given.base !== known.base) return false;
  return !registered.includes('?') || given.query === known.query;
}

/** Splits an address at the start of its query, whose parts are sorted; undefined if it is no absolute URI without a fragment. */
function splitAddress(address: string): { base: string; query: string } | undefined {
  if (!URL.canParse(address) || address.includes('#')) return undefined;
  const [base, ...query] = address.split('?') as [string, ...string[]];
  const url = new URL(base);
  const isLoopback = /^https?:$/.test(url.protocol) && ['127.0.0.1', '[::1]'].includes(url.hostname);
  if (isLoopback) url.port = '';
  return { base: isLoopback ? url.href : base, query: query.join('?').split('&').toSorted().join('&') };
}

/** Adds parameters to the query, or as a fragment, of a redirect address. Those without a value are left out. */
export function addParameters(address: string, parameters: Record<string, string | undefined>, asFragment = false) {
  const given = Object.entries(parameters).filter((each): each is [string, string] => !!each[1]);
  const text = new URLSearchParams(given).toString();
  if (asFragment) return `${address}#${text}`;
  const queryStart = address.indexOf('?');
  const separator = queryStart < 0 ? '?' : queryStart === address.length - 1 ? '' : '&';
  return `${address}${separator}${text}`;
}

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

export function redirectTo(ctx: Context, address: string, status = 302): void {
  ctx.status = status;
  ctx.body = '';
  ctx.set({ 'Content-Type': 'text/html; charset=utf-8', Location: address, 'X-Frame-Options': 'SAMEORIGIN' });
}

/** Responses of the pages and of the token endpoint are in no cache. */
export const forbidCaching = (ctx: Context, cacheControl = 'no-cache, no-store'): void =>
  ctx.set({ 'Cache-Control': cacheControl, Pragma: 'no-cache', Vary: 'Accept' });
