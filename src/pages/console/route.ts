import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A place in the console: the parts and the query of the address after `#`, as in `#records/proposals?search=tree`. */
export interface Route {
  path: string[];
  query: URLSearchParams;
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The place that the address names; the component renders again when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path, query] = hash.slice(1).split('?') as [string, string?];
  return { path: path.split('/').map(decode), query: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a place; parameters without a value are left out. */
export function hrefOf(
  path: (string | number)[],
  query: Record<string, string | number | null | undefined> = {},
): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return `#${path.map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}

/** Goes to a place instead of the one that the address names now: the browser's history gets no further entry. */
export function replaceRoute(href: string): void {
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Returns the reference of a heading that gets the focus when the place changes, because the link that the reader followed is no longer there. */
export function useFocusOnChange(place: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(place);
  useEffect(() => {
    if (previous.current !== place) heading.current?.focus();
    previous.current = place;
  }, [place]);
  return heading;
}
