import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { ControlEndpoint } from '../../control/api/operation.ts';
import { type ControlArguments, type ControlError, type ControlResponse, control } from './control.ts';
import { controlToken, session, useStoredValue } from './stored-value.ts';

/**
 * Loads a resource of the control API: again when the session or the control token changes, and when the reader comes back to the
 * tab. `mutate` of the result loads it again.
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
