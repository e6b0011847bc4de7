import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { ControlClient, ControlError } from '../../control/api/client.ts';
import type { ControlArguments, ControlEndpoint, ControlResponse } from '../../control/api/operation.ts';
import { controlToken, session, useStoredValue } from './stored-value.ts';

export type { ControlArguments, ControlResponse };
export { ControlError };

/** The headers of requests to the control API and to the API in the session that the pages act on. */
export const sessionHeaders = (): Record<string, string> =>
  session.get() ? { 'X-Plenum-Session': session.get() } : {};

const client = new ControlClient(fetchFromServer, () => ({
  ...sessionHeaders(),
  ...(controlToken.get() && { Authorization: `Bearer ${controlToken.get()}` }),
}));

/** Sends a request to the control API, with the session and the control token of the page. Rejects with a ControlError. */
export const control = client.send.bind(client);

async function fetchFromServer(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    throw new ControlError(
      0,
      `The server does not answer: ${(error as Error).message}. Start it again, and reload the page.`,
    );
  }
}

/**
 * Loads a resource of the control API: again when the session or the control token changes, when the reader comes back to the tab, and
 * after each action.
 */
export const useControl = <E extends ControlEndpoint & `GET ${string}`>(
  endpoint: E,
  ...[request, options]: [...ControlArguments<E>, options?: SWRConfiguration]
): SWRResponse<ControlResponse<E>, ControlError> =>
  useSWR<ControlResponse<E>, ControlError, SWRConfiguration>(
    [endpoint, request, useStoredValue(session), useStoredValue(controlToken)],
    () => control(endpoint, ...([request] as ControlArguments<E>)),
    { shouldRetryOnError: false, ...options },
  );
