import { ControlClient, ControlError } from '../../control/api/client.ts';
import { controlToken, session } from './stored-value.ts';

export type { ControlArguments, ControlResponse } from '../../control/api/operation.ts';
export { ControlError };

/** Returns an error of the control API. Anything else is a bug of the page: it is thrown again, for the browser's console. */
export function asControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  throw error;
}

/** The headers of requests to the control API and to the API in the session that the pages act on. */
export const sessionHeaders = (): Record<string, string> =>
  session.get() ? { 'X-Plenum-Session': session.get() } : {};

const client = new ControlClient(fetchFromServer, () => ({
  ...sessionHeaders(),
  ...(controlToken.get() && { Authorization: `Bearer ${controlToken.get()}` }),
}));

/** Sends a request to the control API, with the session and the control token of the page. Rejects with a ControlError. */
export const control = client.send.bind(client);
/** Sends a request to the control API, and resolves as soon as there are headers. Rejects with a ControlError. */
export const openControl = client.open.bind(client);

async function fetchFromServer(path: string, init: RequestInit): Promise<Response> {
  let request: Request;
  try {
    request = new Request(path, init);
  } catch {
    // What is wrong with a request before it is sent is no problem of the server.
    throw new ControlError(400, 'The session or the control token has characters that a header cannot have.');
  }
  try {
    return await fetch(request);
  } catch {
    throw new ControlError(0, 'The server does not answer. Is it still running?');
  }
}
