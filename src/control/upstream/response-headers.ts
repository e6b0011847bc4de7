import type { IncomingMessage } from 'node:http';
import type { Context } from '../../contract/server-dialect.ts';
import { endToEndHeaders, groupHeaders } from '../../client/end-to-end-headers.ts';
import { isOwnCookie } from './own-credentials.ts';

/** The header of every response that comes from the upstream, or should have; its value is the origin. */
const upstreamHeader = 'X-Plenum-Upstream';

/**
 * What of the upstream's response is for its own origin only: a browser would use it for the stand-in, or for every server of
 * this machine. Which pages may read a response is decided by the stand-in.
 */
const headersOfOrigin = /^(?:access-control-.*|alt-svc|clear-site-data|strict-transport-security|x-plenum-.*)$/i;

/** Sets the headers of the upstream's response instead of those that the stand-in set about its own. */
export function setForwardedHeaders(ctx: Context, message: IncomingMessage, origin: string): void {
  for (const name of ['Content-Type', 'Cache-Control', 'X-Content-Type-Options']) ctx.remove(name);
  const headers = groupHeaders(endToEndHeaders(message).filter(([name]) => !headersOfOrigin.test(name)));
  for (const [name, values] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') values.forEach((value) => appendCookie(ctx, value));
    else if (key === 'vary') ctx.vary(fieldNamesIn(values));
    else if (key === 'location' || key === 'content-location') ctx.set(name, withoutOrigin(values[0]!, origin));
    // A list is sent as several headers.
    else ctx.res.setHeader(name, values.length === 1 ? values[0]! : values);
  }
  markForwarded(ctx, origin);
}

/** The names in the values of `Vary`; Koa throws an error for others. */
const fieldNamesIn = (values: string[]): string[] =>
  values
    .flatMap((value) => value.split(',').map((name) => name.trim()))
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name));

/** Marks a response as one of the upstream; web pages of other origins can read the mark. */
export function markForwarded(ctx: Context, origin: string): void {
  ctx.set(upstreamHeader, origin);
  if (ctx.response.get('Access-Control-Allow-Origin')) ctx.set('Access-Control-Expose-Headers', upstreamHeader);
}

/** A URL of the upstream becomes a path, so that the client stays at the stand-in; others stay as they are. */
function withoutOrigin(location: string, origin: string): string {
  if (!/^(?:https?:)?\/\//i.test(location) || !URL.canParse(location, origin)) return location;
  const url = new URL(location, origin);
  // A path with two slashes would name another host.
  return url.origin === origin ? `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}` : location;
}

const cookieName = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Sets a cookie of the upstream for the host of the stand-in, and without `Secure` over HTTP, where browsers may refuse it. A
 * cookie with a name that the stand-in uses, or without a valid one, is left out.
 */
function appendCookie(ctx: Context, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';');
  const name = pair.split('=')[0]!.trim();
  // A browser sends `=_session_id=1` as a cookie with that name.
  if (!cookieName.test(name) || !pair.includes('=') || isOwnCookie(name)) return;
  // These prefixes mean nothing without the attribute.
  const isForHttp = !ctx.secure && !/^__(?:host|secure)-/i.test(name);
  const removed = isForHttp ? /^\s*(?:domain|secure|partitioned|samesite\s*=\s*none)\b/i : /^\s*domain\b/i;
  ctx.append('Set-Cookie', [pair, ...attributes.filter((attribute) => !removed.test(attribute))].join(';'));
}
