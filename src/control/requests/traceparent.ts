// Version, trace id, parent id and flags. Later versions may have more, which clients of this one ignore.
const pattern = /^((?!ff)[\da-f]{2})-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/;

/** Reads the header `traceparent` (W3C Trace Context). Undefined if there is none, or if it is malformed, which counts as none. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [value, version] = pattern.exec(header) ?? [];
  return version === '00' && value !== header ? undefined : value;
}
