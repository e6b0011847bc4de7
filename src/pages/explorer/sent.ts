import { useSyncExternalStore } from 'react';

/** The last request of a tab to the API. */
export interface Sent {
  headers: Record<string, string>;
  /** What came of it, for people. */
  outcome: string;
}

let currentTab = '';
const sentByTab = new Map<string, Sent>();
const listeners = new Set<() => void>();

/** Notes which tab of the editor is shown: its requests are those that are sent next. */
export function setCurrentTab(id: string): void {
  currentTab = id;
}

/** Returns a function that remembers what came of a request of the current tab, for `useSent`, even if another tab is shown then. */
export function beginRequest(): (sent: Sent) => void {
  const tab = currentTab;
  return (sent) => {
    sentByTab.set(tab, sent);
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last request of a tab; undefined before the first. */
export const useSent = (tab: string): Sent | undefined => useSyncExternalStore(subscribe, () => sentByTab.get(tab));
