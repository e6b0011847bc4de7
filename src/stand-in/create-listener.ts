import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { adminPath } from '../control/admin/operations.ts';
import { createSessionReader } from '../control/control-access.ts';
import { RequestError } from '../errors.ts';
import type { Instances } from './instances.ts';
import type { ServeOptions } from './serve-options.ts';

interface ListenerOptions extends Pick<Instances, 'own' | 'sessions'> {
  options: ServeOptions;
  /** The names that the `Host` header may have; undefined if every name is allowed. */
  allowedHosts: readonly string[] | undefined;
  /** Whether nobody may use the control. */
  isLocked: boolean;
}

/** Creates the listener of a server: it passes each request to the control, or to the instance that the request names. */
export function createListener({ options, own, sessions, allowedHosts, isLocked }: ListenerOptions): RequestListener {
  const { identity, corsOrigins, noAdmin = false, adminToken, requireSession = false, onBug } = options;
  const startedAt = performance.now();
  const readSession = createSessionReader({ isEnabled: !noAdmin, isLocked, requireSession, corsOrigins });

  async function findInstance({ headers, method }: IncomingMessage, isSessionRequired = true) {
    const { instance } = await own;
    // A browser asks whether it may send the header before it sends it.
    const name = readSession(headers, isSessionRequired && method !== 'OPTIONS');
    return name === undefined ? instance : sessions.get(name);
  }

  let admin: Promise<RequestListener> | undefined;
  const loadAdmin = async (): Promise<RequestListener> => {
    const { createAdminApp } = await import('../control/admin/admin-app.ts');
    return createAdminApp({
      isEnabled: !noAdmin,
      identity,
      startedAt,
      token: isLocked ? null : adminToken,
      corsOrigins,
      allowedHosts,
      sessions,
      findInstance,
      onBug,
    }).callback() as RequestListener;
  };

  return (request, response) => {
    const isForAdmin = isRoot(request.url!) || (!noAdmin && isAdminUrl(request.url!));
    const listener = isForAdmin ? (admin ??= loadAdmin()) : findInstance(request).then(({ handle }) => handle);
    listener.then(
      (handle) => handle(request, response),
      (error: Error) => (error instanceof RequestError ? sendError(response, error) : request.destroy()),
    );
  };
}

const isRoot = (url: string): boolean => url === '/' || url.startsWith('/?');
const isAdminUrl = (url: string): boolean => url.startsWith(adminPath) && /^[/?]?$/.test(url[adminPath.length] ?? '');

function sendError(response: ServerResponse, { status, message }: RequestError): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    // Pages can read the error, as they can read those of the API.
    'Access-Control-Allow-Origin': '*',
  });
  response.end(JSON.stringify({ errors: [{ message }] }));
}
