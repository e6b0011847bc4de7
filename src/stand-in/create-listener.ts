import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ControlledInstance } from '../control/controlled-instance.ts';
import { createSessionReader } from '../control/control-access.ts';
import { RequestError } from '../errors.ts';
import { draftCase } from './draft-case.ts';
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
  const { identity, corsOrigins, noAdmin = false, adminToken, requireSession = false, shadow, onBug } = options;
  const startedAt = performance.now();
  const readSession = createSessionReader({ isEnabled: !noAdmin, isLocked, requireSession, corsOrigins });

  let ownInstance: ControlledInstance | undefined;
  own.then(
    ({ instance }) => (ownInstance = instance),
    () => {},
  );

  /** Finds the instance that a request names; without a promise if it is the server's own. */
  function findInstance({ headers, method }: IncomingMessage, isSessionRequired = true) {
    // A browser asks whether it may send the header before it sends it.
    const name = readSession(headers, isSessionRequired && method !== 'OPTIONS');
    const find = (instance: ControlledInstance) => (name === undefined ? instance : sessions.get(name));
    // A session also waits: the server closes when its own world cannot be loaded.
    return ownInstance ? find(ownInstance) : own.then(({ instance }) => find(instance));
  }

  let admin: Promise<RequestListener> | undefined;
  const loadAdmin = async (): Promise<RequestListener> => {
    const { createAdminApp } = await import('../control/admin/admin-app.ts');
    return createAdminApp({
      isEnabled: !noAdmin,
      identity,
      startedAt,
      draftCase: (...exchange) => draftCase(identity, ...exchange),
      token: isLocked ? null : adminToken,
      corsOrigins,
      allowedHosts,
      sessions,
      shadow,
      findInstance: async (...request) => findInstance(...request),
      onBug,
    }).callback() as RequestListener;
  };

  return (request, response) => {
    const onError = (error: unknown): void =>
      error instanceof RequestError ? sendError(response, error) : void request.destroy();
    try {
      if (isRoot(request.url!) || (!noAdmin && isControlUrl(request.url!))) {
        admin ??= loadAdmin();
        admin.then((listener) => listener(request, response), onError);
        return;
      }
      const instance = findInstance(request);
      // Most requests are for the server's own instance, and need not wait.
      if ('handle' in instance) instance.handle(request, response);
      else instance.then(({ handle }) => handle(request, response), onError);
    } catch (error) {
      onError(error);
    }
  };
}

const isRoot = (url: string): boolean => url === '/' || url.startsWith('/?');
/** Whether a URL is that of the control API or of a page. */
const isControlUrl = (url: string): boolean => /^\/(__admin|__pages|explorer|console)(?![^/?])/.test(url);

function sendError(response: ServerResponse, { status, message }: RequestError): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    // Pages can read the error, as they can read those of the API.
    'Access-Control-Allow-Origin': '*',
  });
  response.end(JSON.stringify({ errors: [{ message }] }));
}
