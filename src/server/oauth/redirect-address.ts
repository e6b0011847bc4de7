const isLoopback = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && (hostname === '127.0.0.1' || hostname === '[::1]');

/** The parts of a query, in alphabetical order. */
const queryParts = (query: string): string => query.split('&').toSorted().join('&');

/** Splits an address at the start of its query; undefined if it is no absolute URI without a fragment. */
function splitAddress(address: string): { base: string; query: string | undefined } | undefined {
  if (!URL.canParse(address) || address.includes('#')) return undefined;
  const [base, ...query] = address.split('?') as [string, ...string[]];
  const url = new URL(base);
  // A client on a loopback address listens at any free port (RFC 8252, section 7.3).
  if (isLoopback(url)) url.port = '';
  return { base: isLoopback(url) ? url.href : base, query: query.length > 0 ? query.join('?') : undefined };
}

/**
 * Whether a redirect address is one that is registered: the same text but for its query, which is free unless the registered one has
 * a query, and for the port of a loopback address.
 */
export function isRegistered(address: string, registered: string): boolean {
  const given = splitAddress(address);
  const known = splitAddress(registered);
  if (!given || !known || given.base !== known.base) return false;
  return known.query === undefined || queryParts(given.query ?? '') === queryParts(known.query);
}

/** Adds parameters to the query, or as a fragment, of a redirect address. Those without a value are left out. */
export function addParameters(
  address: string,
  parameters: Record<string, string | undefined>,
  asFragment = false,
): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => !!each[1]);
  const text = new URLSearchParams(given).toString();
  if (asFragment) return `${address}#${text}`;
  const [base, ...query] = address.split('?');
  const before = query.join('?');
  return `${base}?${before && `${before}&`}${text}`;
}
