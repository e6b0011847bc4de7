import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../errors.ts';
import { foreignOriginMessage, type ForeignOriginTest } from '../server/http/origins.ts';
import { faultHeader } from './faults/fault-middleware.ts';
import { sessionHeader } from './names.ts';
import { readSessionName } from './test-sessions.ts';

export interface ControlAccessOptions {
  /** Whether every request must name a test session. */
  requireSession: boolean;
  /** Whether a request comes from a web page that may not use the control. */
  isForeignOrigin: ForeignOriginTest;
}

/**
 * Creates a function that reads the name of the test session of a request; undefined if it names none. It throws a RequestError
 * if the request may not use the headers of the control, or if it must name a session but does not.
 */
export function createSessionReader({ requireSession, isForeignOrigin }: ControlAccessOptions) {
  return (headers: IncomingHttpHeaders, isSessionRequired: boolean): string | undefined => {
    const name = readSessionName(headers);
    if (name === undefined && requireSession && isSessionRequired)
      throw new RequestError(400, `The header ${sessionHeader} is required.`);
    if (name === undefined && headers[faultHeader] === undefined) return undefined;
    if (isForeignOrigin(headers))
      throw new RequestError(403, foreignOriginMessage('Test sessions and faults', headers.origin));
    return name;
  };
}
