import type {
  Context,
  DialectHttp,
  EndpointServer,
  ErrorResponse,
  Middleware,
  RequestFailure,
} from '../../server-dialect.ts';
import { RequestError } from '../../../errors.ts';
import { requestOrigin } from '../../../server/http/origins.ts';
import {
  type CookieState,
  createAuthenticator,
  findBearerWithAudience,
  readSessionCookie,
  setSessionCookie,
} from '../../../server/http/sign-in.ts';
import { createOAuthEndpoints } from '../../../server/oauth/endpoints.ts';
import { notFoundPage, sendPage } from '../../../server/oauth/pages.ts';
import type { OAuthParts } from '../../../server/oauth/requests.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import { sendFile } from './files.ts';
import { formatJsonError, handleGraphqlRequest, internalError, sendFailsafeResponse } from './graphql-handler.ts';
import type { HttpTraits } from '../overrides.ts';
import { diskPath } from '../values/file-addresses.ts';
import { MalformedJsonError, parseNestedQuery, readParameters } from './parameters.ts';
import { decidimSignIn, decidimSignOut, refuseDecidimGetSignIn } from './sign-in.ts';

type Handler = (ctx: Context, cookie: CookieState) => void | Promise<void>;

const decidimCacheControl = 'no-cache';

/** `/api`, sign-in and sign-out as the platform, a Rails application, serves them: nearly always with status 200. */
export const createDecidimHttp = (traits: Partial<HttpTraits>): DialectHttp => ({
  cacheControl: decidimCacheControl,
  cors: allowCrossOrigin,
  formatError,
  // The cookie takes precedence over the token.
  findViewer: (ctx) =>
    traits.hasSignIn === false ? null : (readSessionCookie(ctx).user ?? findBearerWithAudience(ctx)),
  createEndpoints: (server) => createEndpoints(server, traits),
});

function createEndpoints(server: EndpointServer, traits: Partial<HttpTraits>): Middleware {
  const { hasSignIn = true, failsToSignOut = false, redirectsWithPage = false } = traits;
  const redirectToDocumentation = (ctx: Context) => redirect(ctx, '/api/docs', redirectsWithPage);
  const authenticate = createAuthenticator(server);
  const sendOAuth = hasSignIn ? createOAuthEndpoints(server, oauthParts) : async () => false;
  const routes: Record<string, Record<string, Handler>> = {
    '/api': {
      POST: (ctx, cookie) => handleGraphqlRequest(ctx, cookie, server, traits),
      GET: redirectToDocumentation,
      HEAD: redirectToDocumentation,
    },
    '/api/docs': { GET: sendDocumentation, HEAD: sendDocumentation },
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

// A foreign origin or host, too many requests, a disk that fails.
const hasNoPlatformResponse = new Set([403, 429, 503]);

/** The platform's response to a malformed request, or a JSON error if the platform has no such response. */
function formatError({ status, message, isBug, error }: RequestFailure): ErrorResponse {
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

const sendDocumentation = (ctx: Context): void => sendHtml(ctx, 200, documentationPage);

function sendNotFound(ctx: Context): void {
  sendPage({ ctx, locale: 'en' }, 404, notFoundPage);
  ctx.set('Vary', 'Accept');
  ctx.remove('Cache-Control');
}

const oauthParts: OAuthParts = {
  async readParameters(ctx) {
    try {
      return { ...(await readParameters(ctx)).members, ...parseNestedQuery(ctx.querystring) };
    } catch (error) {
      if (error instanceof MalformedJsonError) return undefined;
      throw error;
    }
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
