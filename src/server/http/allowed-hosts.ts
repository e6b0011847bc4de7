import { Socket } from 'node:net';
import type { Middleware } from 'koa';
import { isLoopbackName, nameOfHost } from './loopback.ts';

/**
 * Creates a function that tells whether a `Host` header is allowed: it is a name of this machine or one of `allowedHosts`, names
 * without a port; `*` allows every name.
 */
export function createHostTest(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = new Set(allowedHosts.map(nameOfHost));
  return (host) => {
    const name = nameOfHost(host);
    return isLoopbackName(name) || allowed.has(name) || allowed.has('*');
  };
}

/** The message for a request with a `Host` that is not allowed. */
export const foreignHostMessage = (host: string): string =>
  `The Host ${JSON.stringify(host)} is not allowed. The option --allowed-hosts allows more names.`;

/**
 * Refuses requests with a `Host` that `createHostTest` does not allow. A web page that reaches a local server through DNS
 * rebinding sends the name of its own host.
 */
export function refuseForeignHosts(allowedHosts: readonly string[]): Middleware {
  const isAllowed = createHostTest(allowedHosts);
  let lastAllowed: string | undefined;
  return (ctx, next) => {
    const { host } = ctx.headers;
    if (host === lastAllowed || host === undefined) return next();
    if (isAllowed(host)) lastAllowed = host;
    // A request without a network socket comes from this process.
    else if (ctx.socket instanceof Socket) ctx.throw(403, foreignHostMessage(host));
    return next();
  };
}
