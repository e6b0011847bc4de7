import { useSyncExternalStore } from 'react';

/** The last request to the API, and its response. */
export interface Sent {
  headers: Record<string, string>;
  /** The status of the response; undefined while there is none. */
  status?: number;
  milliseconds?: number;
}

let last: Sent | undefined;
const listeners = new Set<() => void>();

/** Remembers the last request, for `useSent`. */
export function setSent(sent: Sent): void {
  last = sent;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last request; undefined before the first. */
export const useSent = (): Sent | undefined => useSyncExternalStore(subscribe, () => last);
