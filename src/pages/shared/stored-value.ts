import { useSyncExternalStore } from 'react';

/** A text that lives as long as the browser's tab, for all pages of the server. */
export interface StoredValue {
  get(): string;
  set(value: string): void;
}

const listeners = new Set<() => void>();

/** Creates a value that is stored under a key. */
export const createStoredValue = (key: string): StoredValue => ({
  get: () => sessionStorage.getItem(key) ?? '',
  set(value) {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
    for (const listener of listeners) listener();
  },
});

/** The value of `--control-token`, if the server asked for it. */
export const controlToken = createStoredValue('plenum.controlToken');
/** The name of the test session that the pages act on; empty for the server's own world. */
export const session = createStoredValue('plenum.session');

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current value; the component renders again when it changes. */
export const useStoredValue = (value: StoredValue): string => useSyncExternalStore(subscribe, value.get);
