const pct = '%[0-9a-f]{2}';
const name = `[\\w.~!$&'()*+,;=-]|${pct}`;
const inPath = `(?:${name}|[:@/])`;
/** A URI with an authority (RFC 3986); what stands in its query is not looked at, but that it is ASCII. */
const hierarchical = new RegExp(
  `^([a-z][a-z0-9+.-]*):(?://(?:(?:${name}|:)*@)?(\\[[0-9a-f:.]+\\]|(?:${name})*)(?::\\d*)?(?:/${inPath}*)?|(?!//)${inPath}*)(?:\\?[^#\\u0080-\\uffff]*)?(?:#(?:${inPath}|\\?)*)?$`,
  'i',
);
const relative = new RegExp(`^(?:${inPath})*(?:\\?[^#\\u0080-\\uffff]*)?(?:#(?:${inPath}|\\?)*)?$`, 'i');

/** The parts of a URI that the platform looks at, undefined where a text is none. */
export function parseUri(text: string): { scheme: string; host: string } | undefined {
  const found = hierarchical.exec(text);
  if (found) return { scheme: found[1]!.toLowerCase(), host: found[2] ?? '' };
  return relative.test(text) && !text.split('/')[0]!.includes(':') ? { scheme: '', host: '' } : undefined;
}

/** Whether a text is the address of something on the web. */
export function isHttpUrl(text: string): boolean {
  const { scheme, host } = parseUri(text) ?? { scheme: '', host: '' };
  return (scheme === 'http' || scheme === 'https') && host !== '';
}
