const percentEncoded = '%[0-9a-f]{2}';
const nameCharacter = `[\\w.~!$&'()*+,;=-]|${percentEncoded}`;
const pathCharacter = `(?:${nameCharacter}|[:@/])`;
const end = `(?:\\?[^#\\u0080-\\uffff]*)?(?:#(?:${pathCharacter}|\\?)*)?$`;
/** A URI (RFC 3986) as Ruby parses it: a query may have any ASCII characters. */
const absoluteUri = new RegExp(
  `^([a-z][a-z0-9+.-]*):(?://(?:(?:${nameCharacter}|:)*@)?(\\[[0-9a-f:.]+\\]|(?:${nameCharacter})*)(?::\\d*)?(?:/${pathCharacter}*)?|(?!//)${pathCharacter}*)${end}`,
  'i',
);
const relativeUri = new RegExp(`^(?:${pathCharacter})*${end}`, 'i');

/** Parses a URI as Ruby does; undefined if the text is not a URI. The host is empty in a URI without an authority. */
export function parseUri(text: string): { scheme: string; host: string } | undefined {
  const match = absoluteUri.exec(text);
  if (match) return { scheme: match[1]!.toLowerCase(), host: match[2] ?? '' };
  return relativeUri.test(text) && !text.split('/')[0]!.includes(':') ? { scheme: '', host: '' } : undefined;
}

/** Whether a text is an http or https URL with a host. */
export function isHttpUrl(text: string): boolean {
  const { scheme, host } = parseUri(text) ?? { scheme: '', host: '' };
  return (scheme === 'http' || scheme === 'https') && host !== '';
}
