import { useSyncExternalStore } from 'react';

/** The last request to the API. */
export interface Sent {
  headers: Record<string, string>;
  /** What came of it, for people. */
  outcome: string;
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
