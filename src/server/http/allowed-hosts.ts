import { Socket } from 'node:net';
import type { Middleware } from 'koa';
import { isLoopbackName, nameOfHost } from './loopback.ts';

/**
 * Refuses requests whose `Host` header is neither a name of this machine nor one of `allowedHosts`, names without a port; `*`
 * allows every name. A web page that reaches a local server through DNS rebinding sends the name of its own host.
 */
export function refuseForeignHosts(allowedHosts: readonly string[]): Middleware {
  const allowed = new Set(allowedHosts.map(nameOfHost));
  const isAllowed = (name: string) => isLoopbackName(name) || allowed.has(name) || allowed.has('*');
  let lastAllowed: string | undefined;
  return (ctx, next) => {
    const { host } = ctx.headers;
    if (host === lastAllowed || host === undefined) return next();
    if (isAllowed(nameOfHost(host))) lastAllowed = host;
    // A request without a network socket comes from this process.
    else if (ctx.socket instanceof Socket)
      ctx.throw(403, `The Host ${JSON.stringify(host)} is not allowed. The option --allowed-hosts allows more names.`);
    return next();
  };
}
