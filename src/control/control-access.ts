import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../errors.ts';
import { type ForeignOriginTest, foreignOriginMessage } from '../server/http/foreign-origins.ts';
import { faultHeader } from './faults/fault-middleware.ts';
import { sessionHeader } from './names.ts';
import { readSessionName } from './test-sessions.ts';
import { isVisitorName } from './visitors.ts';

export interface ControlAccessOptions {
  /** Whether there is a control API; without it, the headers of the control are ignored. */
  isEnabled: boolean;
  /** Whether the control is refused, because the server does not listen on a loopback address and has no token for it. */
  isLocked: boolean;
  /** Whether visitors have sessions, which need no control. */
  sessionPerVisitor: boolean;
  /** Whether every request must name a test session. */
  requireSession: boolean;
  /** Whether a request comes from a web page that may not use the control. */
  isForeignOrigin: ForeignOriginTest;
}

/**
 * Creates a function that reads the name of the test session of a request; undefined if it names none. It throws a RequestError
 * if the request may not use the headers of the control, or if it must name a session but does not.
 */
export function createSessionReader({
  isEnabled,
  isLocked,
  requireSession,
  sessionPerVisitor,
  isForeignOrigin,
}: ControlAccessOptions) {
  return (headers: IncomingHttpHeaders, isSessionRequired: boolean): string | undefined => {
    if (!isEnabled) delete headers[faultHeader];
    const named = readSessionName(headers);
    const isOfVisitor = sessionPerVisitor && isVisitorName(named);
    const name = isEnabled || isOfVisitor ? named : undefined;
    if (name === undefined && requireSession && isSessionRequired)
      throw new RequestError(400, `The header ${sessionHeader} is required.`);
    if (name === undefined && headers[faultHeader] === undefined) return undefined;
    const needsControl = headers[faultHeader] !== undefined || !isOfVisitor;
    if (isLocked && needsControl) throw new RequestError(401, lockedMessage);
    if (isForeignOrigin(headers))
      throw new RequestError(403, foreignOriginMessage('Test sessions and faults', headers.origin));
    return name;
  };
}

/** Why the control is refused without a token. */
export const lockedMessage =
  'The server does not listen on a loopback address, so sessions, faults and the control API need the option --control-token.';
