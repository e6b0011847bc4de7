import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../errors.ts';
import { createForeignOriginTest, foreignOriginMessage } from '../server/http/foreign-origins.ts';
import { faultHeader } from './faults/fault-middleware.ts';
import { readSessionName, sessionHeader } from './test-sessions.ts';

export interface ControlAccessOptions {
  /** Whether there is a control API; without it, the headers of the control are ignored. */
  isEnabled: boolean;
  /** Whether the control is refused, because the server does not listen on a loopback address and has no token for it. */
  isLocked: boolean;
  /** Whether every request must name a test session. */
  requireSession: boolean;
  /** The origins, besides those of this machine, whose web pages may use the control; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
}

/**
 * Creates a function that reads the name of the test session of a request; undefined if it names none. It throws a RequestError
 * if the request may not use the headers of the control, or if it must name a session but does not.
 */
export function createSessionReader({ isEnabled, isLocked, requireSession, corsOrigins }: ControlAccessOptions) {
  const isForeign = createForeignOriginTest(corsOrigins);
  return (headers: IncomingHttpHeaders, isSessionRequired: boolean): string | undefined => {
    if (!isEnabled) {
      delete headers[faultHeader];
      return undefined;
    }
    const name = readSessionName(headers);
    if (name === undefined && requireSession && isSessionRequired)
      throw new RequestError(400, `The header ${sessionHeader} is required.`);
    if (name === undefined && headers[faultHeader] === undefined) return undefined;
    if (isLocked) throw new RequestError(401, lockedMessage);
    if (isForeign(headers.origin))
      throw new RequestError(403, foreignOriginMessage('Test sessions and faults', headers.origin));
    return name;
  };
}

/** Why the control is refused without a token. */
export const lockedMessage =
  'The server does not listen on a loopback address, so sessions, faults and the control API need the option --admin-token.';
