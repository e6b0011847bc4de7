import type {
  Context,
  DialectHttp,
  EndpointServer,
  TextResponse,
  Middleware,
  RequestFailure,
} from '../../../server/endpoint.ts';
import { RequestError } from '../../../errors.ts';
import type { Behavior } from '../../../graphql/behavior.ts';
import { pagePath } from '../../../resources/urls.ts';
import { requestOrigin } from '../../../server/http/origins.ts';
import {
  type CookieState,
  createAuthenticator,
  findCookieOrBearer,
  readSessionCookie,
  setSessionCookie,
} from '../../../server/http/sign-in.ts';
import { fileResponse, readStoredFile } from '../../../server/http/stored-file.ts';
import { createOAuthEndpoints, isOAuthPath } from '../oauth/endpoints.ts';
import { notFoundPage, sendPage } from '../oauth/pages.ts';
import type { OAuthParts } from '../oauth/requests.ts';
import { formatJsonError, handleGraphqlRequest, internalError, sendFailsafeResponse } from './graphql-handler.ts';
import type { HttpTraits } from '../resource.ts';
import { isParticipant } from '../resources/relations.ts';
import { defaultAvatarPath, diskPath, findFile, isBadgeImagePath, meetingImagePath } from '../values/files.ts';
import { parseNestedQuery, readMembers } from './parameters.ts';
import { acceptsHtml, decidimSignIn, decidimSignOut, refuseDecidimGetSignIn } from './sign-in.ts';

type Handler = (ctx: Context, cookie: CookieState) => void | Promise<void>;

const decidimCacheControl = 'no-cache';

/** `/api`, sign-in and sign-out as the platform, a Rails application, serves them: nearly always with status 200. */
export const createDecidimHttp = (traits: Partial<HttpTraits>, behavior: Behavior): DialectHttp => ({
  cacheControl: decidimCacheControl,
  cors: allowCrossOrigin,
  formatError,
  findViewer: (ctx) => (traits.hasSignIn === false ? null : findCookieOrBearer(ctx, readSessionCookie(ctx))),
  createEndpoints: (server) => createEndpoints(server, traits, behavior),
});

function createEndpoints(server: EndpointServer, traits: Partial<HttpTraits>, behavior: Behavior): Middleware {
  const { hasSignIn = true, failsToSignOut = false, redirectsWithPage = false } = traits;
  const redirectToDocumentation = (ctx: Context) => redirect(ctx, '/api/docs', redirectsWithPage);
  const authenticate = createAuthenticator(server);
  const sendOAuth = hasSignIn ? createOAuthEndpoints(server, oauthParts) : async () => false;
  // A release without sign-in has no setting that forces it.
  const closed = (handle: Handler) => (hasSignIn ? onlyForPeople(handle, behavior) : handle);
  const documentation = closed(sendDocumentation);
  const routes: Record<string, Record<string, Handler>> = {
    '/api': {
      POST: closed((ctx, cookie) => handleGraphqlRequest(ctx, cookie, server, traits)),
      GET: redirectToDocumentation,
      HEAD: redirectToDocumentation,
    },
    '/api/docs': { GET: documentation, HEAD: documentation },
    '/api/graphiql': { GET: closed(redirectToExplorer) },
    ...(hasSignIn && {
      '/api/sign_in': {
        POST: (ctx, cookie) => decidimSignIn(ctx, cookie, authenticate),
        GET: refuseDecidimGetSignIn,
      },
      '/api/sign_out': { DELETE: (ctx, cookie) => decidimSignOut(ctx, cookie, failsToSignOut) },
    }),
  };
  return async (ctx) => {
    if (!hasValidMediaTypes(ctx)) return sendHtml(ctx, 406, '');
    const { path, method } = ctx;
    const handle = (routes[path] ?? routes[path.replace(/\/$/, '')])?.[method];
    if (!handle && (await sendFile(ctx))) return;
    const cookie = readSessionCookie(ctx);
    if (cookie.user) server.refuseForeignOrigin(ctx, 'The session cookie');
    if (handle) await handle(ctx, cookie);
    else if (!(await sendOAuth(ctx, cookie))) return sendNotFound(ctx);
    // Rack gives a successful response with a body an ETag, and so this header.
    if (ctx.status === 200 && ctx.body !== '' && ctx.response.get('Cache-Control') === decidimCacheControl)
      ctx.set('Cache-Control', 'max-age=0, private, must-revalidate');
    if (cookie.isLoaded) setSessionCookie(ctx, cookie);
  };
}

/** Closes a page of the API to everybody but people who have signed in, if the organization forces them to. */
const onlyForPeople =
  (handle: Handler, behavior: Behavior): Handler =>
  async (ctx, cookie) => {
    const { store } = ctx.state.world;
    if (!store.organization.forceApiAuthentication) return handle(ctx, cookie);
    const viewer = await findCookieOrBearer(ctx, cookie);
    if (viewer && isParticipant(viewer)) return handle(ctx, cookie);
    ctx.state.reason = 'the organization forces people to sign in: forceApiAuthentication';
    // Rails passes over the media types that it does not know.
    const type = acceptsHtml(ctx) ? 'text/html' : ctx.accepts('text/html', 'application/json');
    if (type === 'text/html') {
      sendHtml(ctx, 302, '');
      ctx.set('Location', `${requestOrigin(ctx)}${pagePath('/users/sign_in', { store, behavior })}`);
    } else if (type === 'application/json') {
      ctx.body = JSON.stringify({ error: 'Access denied' });
      ctx.status = 401;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
    } else sendHtml(ctx, 406, '');
  };

// A foreign origin or host, too many requests, a disk that fails.
const hasNoPlatformResponse = new Set([403, 429, 503]);

/** The platform's response to a malformed request, or a JSON error if the platform has no such response. */
function formatError({ status, message, isBug, error }: RequestFailure): TextResponse {
  if (isBug) return internalError;
  if (error instanceof RequestError || hasNoPlatformResponse.has(status)) return formatJsonError(status, message);
  return { status, headers: htmlHeaders, body: '' };
}

const mediaType = /^\s*(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)\s*(?:;.*)?$/;

/** Whether the media types in the request's headers are well formed; they need not be known. */
function hasValidMediaTypes({ headers }: Context): boolean {
  const { accept, 'content-type': type } = headers;
  if (type !== undefined && !mediaType.test(type)) return false;
  return !accept || accept.split(',').every((each) => mediaType.test(each));
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=UTF-8' };

function redirect(ctx: Context, path: string, hasPage: boolean): void {
  const url = `${requestOrigin(ctx)}${path}`;
  sendHtml(ctx, 301, hasPage ? `<html><body>You are being <a href="${url}">redirected</a>.</body></html>` : '');
  if (hasPage) ctx.set('Content-Type', 'text/html');
  ctx.set('Location', url);
}

/** In the place of the platform's GraphiQL: the explorer, with the query and the variables of the address. */
const redirectToExplorer = (ctx: Context): void => {
  sendHtml(ctx, 302, '');
  ctx.set('Location', `${requestOrigin(ctx)}/explorer${ctx.search}`);
};

const sendDocumentation = (ctx: Context): void => sendHtml(ctx, 200, documentationPage);

function sendNotFound(ctx: Context): void {
  sendPage({ ctx, locale: 'en' }, 404, notFoundPage);
  ctx.set('Vary', 'Accept');
  ctx.remove('Cache-Control');
}

const oauthParts: OAuthParts = {
  async readParameters(ctx) {
    const members = await readMembers(ctx);
    return members && { ...members, ...parseNestedQuery(ctx.querystring) };
  },
  pictureOf: ({ id, avatar }, ctx) =>
    avatar ? `${requestOrigin(ctx)}${diskPath(`users/${id}/avatar`, avatar)}` : undefined,
  sendNotFound,
  sendServerError(ctx) {
    sendFailsafeResponse(ctx);
    ctx.remove('Cache-Control');
  },
};

const documentationPage =
  '<!doctype html><title>The API</title><p>Send GraphQL requests to /api with POST. Administrators can introspect the schema.</p>';

function sendHtml(ctx: Context, status: number, text: string): void {
  ctx.body = text;
  ctx.status = status;
  ctx.set(htmlHeaders);
}

const allowedMethods = ['POST', 'OPTIONS'];

/** Allows other origins to send POST, except to the sign-in of people. The response to a preflight for another method has no CORS headers. */
const allowCrossOrigin: Middleware = (ctx, next) => {
  if (isOAuthPath(ctx.path)) return ctx.method === 'OPTIONS' ? sendEmpty(ctx) : next();
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = ctx.headers;
  const isPreflight = ctx.method === 'OPTIONS' && origin !== undefined && method !== undefined;
  if (!isPreflight) ctx.set('Vary', 'Origin');
  if (origin !== undefined && (!isPreflight || allowedMethods.includes(method.toUpperCase()))) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Allow-Methods', allowedMethods.join(', '));
    ctx.set('Access-Control-Expose-Headers', '');
    ctx.set('Access-Control-Max-Age', '7200');
    if (isPreflight && headers) ctx.set('Access-Control-Allow-Headers', headers);
  }
  return isPreflight ? sendEmpty(ctx) : next();
};

function sendEmpty(ctx: Context): void {
  ctx.body = '';
  ctx.status = 200;
  ctx.remove('Content-Type');
  ctx.remove('Cache-Control');
}

const svg = (shapes: string) =>
  fileResponse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${shapes}</svg>`, 'image/svg+xml');
const defaultAvatar = svg(
  '<path fill="#dde3ea" d="M0 0h40v40H0z"/><g fill="#8593a3"><circle cx="20" cy="15" r="7"/><circle cx="20" cy="40" r="14"/></g>',
);
const meeting = svg('<path fill="#8593a3" d="M8 10h24v22H8z"/><path fill="#dde3ea" d="M11 17h18v12H11z"/>');
const badge = svg(
  '<path fill="#c94f4f" d="M12 22h16v16l-8-5-8 5z"/><circle cx="20" cy="16" r="13" fill="#e8b93c"/><circle cx="20" cy="16" r="8" fill="#f6dc8d"/>',
);
const pictures = new Map([
  [defaultAvatarPath, defaultAvatar],
  [meetingImagePath, meeting],
]);

/** Responds to a request for a file of a record, or for one of the platform's own pictures. Returns whether there is such a file. */
async function sendFile(ctx: Context): Promise<boolean> {
  const { method, path, state } = ctx;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const file = findFile(path, state.world.store);
  const picture = isBadgeImagePath(path) ? badge : pictures.get(path);
  const content = picture ?? (file && (await readStoredFile(file, state.world.filesFolder)));
  if (content) {
    ctx.set(content.headers);
    ctx.body = content.body;
  }
  return content !== undefined;
}
