import type { Context } from 'koa';
import type { Sessions } from '../../../contract/sessions.ts';
import { isObject } from '../../../server/http/body.ts';
import { type Authenticator, sendAnonymousUser, sendSignedInUser, signOut } from '../../../server/http/sign-in.ts';
import { MalformedJsonError, isJsonType, parseNestedQuery, readParameters } from './parameters.ts';
import type { RequestSession } from './session-cookie.ts';

/**
 * `POST /api/sign_in`: responds with a token and a session cookie, or with 403. The error is 401 if the URL contains
 * valid credentials, which sign in nobody there, or if the client does not accept HTML. If the cookie already signs in a user, the
 * response is 500; a client that does not accept HTML gets a token for that user instead, whatever the credentials.
 */
export async function decidimSignIn(
  ctx: Context,
  session: RequestSession,
  sessions: Sessions,
  authenticate: Authenticator,
): Promise<void> {
  // The platform redirects such a user, and fails because it has no URL to redirect to.
  if (session.user && acceptsHtml(ctx)) return sendErrorPage(ctx, session, 500);
  const members = await readMembers(ctx);
  if (!members) return sendErrorPage(ctx, session, 400);
  if (session.user) return sendSignedInUser(ctx, session.user, await sessions.issueToken(session.user));
  const { api_user: apiUser } = members;
  if (apiUser !== undefined && apiUser !== null && !isObject(apiUser)) return sendErrorPage(ctx, session, 500);
  const credentials = isObject(apiUser) ? apiUser : {};
  const signedIn = await authenticate(ctx, credentials['key'], credentials['secret']);
  const areInUrl = !signedIn && (await hasCredentialsInUrl(ctx, authenticate));
  if (!signedIn && !areInUrl && !acceptsHtml(ctx)) return sendErrorMessage(ctx);
  session.isLoaded = true;
  if (!signedIn) return sendAnonymousUser(ctx, areInUrl ? 401 : 403);
  session.user = signedIn.user;
  return sendSignedInUser(ctx, signedIn.user, signedIn.token);
}

/** `GET /api/sign_in`: responds with 401, because only POST signs in. */
export const refuseDecidimGetSignIn = (ctx: Context, session: RequestSession): void =>
  session.user && acceptsHtml(ctx) ? sendErrorPage(ctx, session, 500) : sendAnonymousUser(ctx, 401);

/** `DELETE /api/sign_out`: revokes the token of the `Authorization` header, and removes the user from the session. */
export async function decidimSignOut(ctx: Context, session: RequestSession, sessions: Sessions): Promise<void> {
  await signOut(ctx, sessions);
  if (session.user && isJsonType(preferredType(ctx))) ctx.set('Content-Type', 'application/json');
  session.isLoaded ||= acceptsHtml(ctx);
  session.user = null;
}

async function hasCredentialsInUrl(ctx: Context, authenticate: Authenticator): Promise<boolean> {
  const { api_user: apiUser } = parseNestedQuery(ctx.querystring);
  return isObject(apiUser) && (await authenticate(ctx, apiUser['key'], apiUser['secret'])) !== null;
}

/** Reads the members of the body; undefined for malformed JSON. */
async function readMembers(ctx: Context): Promise<Record<string, unknown> | undefined> {
  try {
    return (await readParameters(ctx)).members;
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined;
    throw error;
  }
}

/** Returns the media type that the client prefers. Rails ignores an `Accept` header that looks like one of a browser. */
function preferredType(ctx: Context): string {
  const isBrowserLike = /,\s*\*\/\*|\*\/\*\s*,/.test(ctx.get('accept'));
  return isBrowserLike ? 'text/html' : (ctx.accepts()[0] ?? '*/*');
}

const acceptsHtml = (ctx: Context): boolean =>
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

function sendErrorPage(ctx: Context, session: RequestSession, status: 400 | 500): void {
  ctx.body = '';
  ctx.status = status;
  ctx.set('Content-Type', status === 400 ? 'text/html; charset=UTF-8' : 'text/plain; charset=utf-8');
  session.isLoaded = false;
}
