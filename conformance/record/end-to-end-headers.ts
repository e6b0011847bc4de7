import type { IncomingMessage } from 'node:http';

const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Node has already sent "100 Continue" to the client.
  'expect',
]);

// Who sends a body says where it ends; no header of another connection can change that.
const framingHeaders = new Set(['content-length', 'transfer-encoding']);

/** A header without differences that servers overlook: they take `_` for `-`. */
export const headerKey = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/**
 * The headers of a message that a proxy forwards, with their original spelling: all but the hop-by-hop headers and those that
 * `Connection` names (https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1). `Connection` cannot remove the length of a body.
 */
export function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): [name: string, value: string][] {
  const connectionHeaders = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? [];
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : [],
  );
  return pairs.filter(([name]) => {
    const isNamed = connectionHeaders.includes(name.toLowerCase()) && !framingHeaders.has(name.toLowerCase());
    return !hopByHopHeaders.has(headerKey(name)) && !isNamed;
  });
}

/** Collects the values of each header, under the spelling that it has first. */
export function groupHeaders(pairs: readonly (readonly [name: string, value: string])[]): Record<string, string[]> {
  const headers = new Map<string, [string, string[]]>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const [spelling, values] = headers.get(key) ?? [name, []];
    headers.set(key, [spelling, [...values, value]]);
  }
  return Object.fromEntries(headers.values());
}
