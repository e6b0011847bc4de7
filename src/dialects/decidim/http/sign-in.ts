import type { Context } from '../../../server/endpoint.ts';
import {
  type Authenticator,
  type CookieState,
  sendAnonymousUser,
  sendSignedInUser,
  signOut,
} from '../../../server/http/sign-in.ts';
import { sendFailsafeResponse } from './graphql-handler.ts';
import { isJsonType, parseNestedQuery, readMembers } from './parameters.ts';
import { isJsonObject } from '../../../json-object.ts';

/**
 * `POST /api/sign_in`: responds with a token and a session cookie, or with 403. The error is 401 if the URL contains
 * valid credentials, which sign in nobody there, or if the client does not accept HTML. If the cookie already signs in a user, the
 * response is 500; a client that does not accept HTML gets a token for that user instead, whatever the credentials.
 */
export async function decidimSignIn(ctx: Context, cookie: CookieState, authenticate: Authenticator): Promise<void> {
  ctx.set('Vary', 'Accept, Origin');
  // The platform redirects such a user, and fails because it has no URL to redirect to.
  if (cookie.user && acceptsHtml(ctx)) return sendErrorPage(ctx, cookie, 500);
  const members = await readMembers(ctx);
  if (!members) return sendErrorPage(ctx, cookie, 400);
  if (cookie.user)
    return sendSignedInUser(ctx, cookie.user, await ctx.state.world.authentication.issueToken(cookie.user));
  const { api_user: apiUser } = members;
  if (apiUser !== undefined && apiUser !== null && !isJsonObject(apiUser)) return sendErrorPage(ctx, cookie, 500);
  const credentials = isJsonObject(apiUser) ? apiUser : {};
  const signedIn = await authenticate(ctx, credentials['key'], credentials['secret']);
  const areInUrl = !signedIn && (await hasCredentialsInUrl(ctx, authenticate));
  if (!signedIn && !areInUrl && !acceptsHtml(ctx)) return sendErrorMessage(ctx);
  cookie.isLoaded = true;
  if (!signedIn) return sendAnonymousUser(ctx, areInUrl ? 401 : 403);
  cookie.user = signedIn.user;
  return sendSignedInUser(ctx, signedIn.user, signedIn.token);
}

/** `GET /api/sign_in`: responds with 401, because only POST signs in. */
export function refuseDecidimGetSignIn(ctx: Context, cookie: CookieState): void {
  ctx.set('Vary', 'Accept, Origin');
  if (cookie.user && acceptsHtml(ctx)) sendErrorPage(ctx, cookie, 500);
  else sendAnonymousUser(ctx, 401);
}

/**
 * `DELETE /api/sign_out`: revokes the token of the `Authorization` header, and removes the user from the cookie. If
 * `failsForText`, a text that is no token is a server error.
 */
export async function decidimSignOut(ctx: Context, cookie: CookieState, failsForText: boolean): Promise<void> {
  const header = ctx.get('authorization');
  const [, token] = /^Bearer (.*)$/.exec(header) ?? [];
  const isKnown = ctx.state.world.authentication.hasFixedToken(header);
  if (failsForText && token !== undefined && !isKnown && !isJsonWebToken(token)) return sendFailsafeResponse(ctx);
  await signOut(ctx);
  if (cookie.user && isJsonType(preferredType(ctx))) ctx.set('Content-Type', 'application/json');
  cookie.isLoaded ||= acceptsHtml(ctx);
  cookie.user = null;
}

/** Whether a text has the form of a token, whoever signed it. */
function isJsonWebToken(text: string): boolean {
  const parts = text.split('.');
  try {
    for (const part of parts.slice(0, 2)) JSON.parse(Buffer.from(part, 'base64url').toString());
    return parts.length === 3;
  } catch {
    return false;
  }
}

async function hasCredentialsInUrl(ctx: Context, authenticate: Authenticator): Promise<boolean> {
  const { api_user: apiUser } = parseNestedQuery(ctx.querystring);
  return isJsonObject(apiUser) && (await authenticate(ctx, apiUser['key'], apiUser['secret'])) !== null;
}

/** Returns the media type that the client prefers. Rails ignores an `Accept` header that looks like one of a browser. */
function preferredType(ctx: Context): string {
  const isBrowserLike = /,\s*\*\/\*|\*\/\*\s*,/.test(ctx.get('accept'));
  return isBrowserLike ? 'text/html' : (ctx.accepts()[0] ?? '*/*');
}

export const acceptsHtml = (ctx: Context): boolean =>
  ['*/*', 'text/html', 'application/xhtml+xml'].includes(preferredType(ctx));

/** The media types of a message that a client can ask for; Rails writes it as HTML for a type that it does not know. */
const messageTypes = new Set(['text/plain', 'text/css']);

/** Responds to a failed sign-in of a client that does not accept HTML. */
function sendErrorMessage(ctx: Context): void {
  const message = 'Invalid key, secret or password.';
  const type = preferredType(ctx);
  const isJson = isJsonType(type);
  const messageType = messageTypes.has(type) ? type : 'text/html';
  ctx.body = isJson ? JSON.stringify({ error: message }) : message;
  ctx.status = 401;
  ctx.set('Content-Type', `${isJson ? 'application/json' : messageType}; charset=utf-8`);
}

function sendErrorPage(ctx: Context, cookie: CookieState, status: 400 | 500): void {
  ctx.body = '';
  ctx.status = status;
  ctx.set('Content-Type', status === 400 ? 'text/html; charset=UTF-8' : 'text/plain; charset=utf-8');
  cookie.isLoaded = false;
}
