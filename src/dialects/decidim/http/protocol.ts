import type Koa from 'koa';
import type { Context } from 'koa';
import type { HttpOptions } from '../../../contract/server-dialect.ts';
import { refuseForeignHosts } from '../../../server/http/allowed-hosts.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { createForeignOriginGuard, refuseForeignFixedTokens } from '../../../server/http/foreign-origins.ts';
import { setResponseHeaders } from '../../../server/http/response-headers.ts';
import { createAuthenticator } from '../../../server/http/sign-in.ts';
import { createThrottle } from '../../../server/http/throttle.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import { createFileHandler } from './files.ts';
import { handleGraphqlRequest, sendError, sendInternalError } from './graphql-handler.ts';
import { type RequestSession, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { decidimSignIn, decidimSignOut, refuseDecidimGetSignIn } from './sign-in.ts';

type Handler = (ctx: Context, session: RequestSession) => void | Promise<void>;

/** Mounts `/api`, sign-in and sign-out as the platform, a Rails application, serves them: nearly always with status 200. */
export function mountDecidimHttp(app: Koa, options: HttpOptions): void {
  const { sessions } = options;
  const refuseForeignOrigin = createForeignOriginGuard(options.corsOrigins);
  const sendFile = createFileHandler(options);
  const authenticate = createAuthenticator(sessions, refuseForeignOrigin);
  const routes: Record<string, Record<string, Handler>> = {
    '/api': {
      POST: (ctx, session) => handleGraphqlRequest(ctx, session, options),
      GET: redirectToDocumentation,
      HEAD: redirectToDocumentation,
    },
    '/api/docs': { GET: sendDocumentation, HEAD: sendDocumentation },
    '/api/sign_in': {
      POST: (ctx, session) => decidimSignIn(ctx, session, sessions, authenticate),
      GET: refuseDecidimGetSignIn,
    },
    '/api/sign_out': { DELETE: (ctx, session) => decidimSignOut(ctx, session, sessions) },
  };
  app.use(createErrorHandler(sendRequestError, sendInternalError));
  app.use(setResponseHeaders('no-cache'));
  if (options.allowedHosts) app.use(refuseForeignHosts(options.allowedHosts));
  app.use(allowCrossOrigin);
  if (options.limitRequests) app.use(createThrottle());
  app.use(refuseForeignFixedTokens(refuseForeignOrigin, options));
  if (options.aroundEndpoints) app.use(options.aroundEndpoints);
  app.use(async (ctx) => {
    if (!hasValidMediaTypes(ctx)) return sendHtml(ctx, 406, '');
    const { path, method } = ctx;
    const handle = (routes[path] ?? routes[path.replace(/\/$/, '')])?.[method];
    if (!handle) return (await sendFile(ctx)) || sendHtml(ctx, 404, notFoundPage);
    const session = readSessionCookie(ctx, sessions);
    if (session.user) refuseForeignOrigin(ctx, 'The session cookie');
    await handle(ctx, session);
    // Rack gives a successful response with a body an ETag, and so this header.
    if (ctx.status === 200 && ctx.body !== '') ctx.set('Cache-Control', 'max-age=0, private, must-revalidate');
    if (session.isLoaded) setSessionCookie(ctx, session, sessions);
  });
}

// A foreign origin or host, too many requests, a disk that fails.
const hasNoPlatformResponse = new Set([403, 429, 503]);

/** Sends the platform's response to a malformed request, or a JSON error if the platform has no such response. */
const sendRequestError = (ctx: Context, status: number, message: string): void =>
  hasNoPlatformResponse.has(status) ? sendError(ctx, status, message) : sendHtml(ctx, status, '');

const mediaType = /^\s*(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)\s*(?:;.*)?$/;

/** Whether the media types in the request's headers are well formed; they need not be known. */
function hasValidMediaTypes({ headers }: Context): boolean {
  const { accept, 'content-type': type } = headers;
  if (type !== undefined && !mediaType.test(type)) return false;
  return !accept || accept.split(',').every((each) => mediaType.test(each));
}

function redirectToDocumentation(ctx: Context): void {
  sendHtml(ctx, 301, '');
  ctx.set('Location', `${ctx.protocol}://${ctx.host}/api/docs`);
}

const sendDocumentation = (ctx: Context): void => sendHtml(ctx, 200, documentationPage);

const notFoundPage =
  '<!doctype html><title>Not found</title><p>This page does not exist. The GraphQL endpoint is /api.</p>';
const documentationPage =
  '<!doctype html><title>The API</title><p>Send GraphQL requests to /api with POST. Administrators can introspect the schema.</p>';

function sendHtml(ctx: Context, status: number, text: string): void {
  ctx.body = text;
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=UTF-8');
}
