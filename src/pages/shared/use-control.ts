import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { type ControlError, control } from './control.ts';
import { adminToken, session, useStoredValue } from './stored-value.ts';

/**
 * Loads a resource of the control API: again when the session or the admin token changes, and when the reader comes back to the
 * tab. `mutate` of the result loads it again.
 */
export const useControl = <T>(path: string, options: SWRConfiguration = {}): SWRResponse<T, ControlError> =>
  useSWR<T, ControlError, SWRConfiguration>(
    [path, useStoredValue(session), useStoredValue(adminToken)],
    ([each]: [string]) => control<T>('GET', each),
    { shouldRetryOnError: false, ...options },
  );
