const ownPath = /^\/(?:(?:api|__admin|__pages|explorer|console)(?=[/.]|$)|$)/;

/**
 * Whether a path belongs to the stand-in, so that requests to it are never forwarded. Servers read a path in different ways, so
 * a path also belongs to the stand-in if another server could read it as one of its paths: `//API`, `/%61pi`, `/x/../api`.
 */
export function isOwnPath(path: string): boolean {
  const decoded = decode(decode(path));
  const segments = decoded.split(/[/\\]+/).map((segment) => segment.replace(/;.*/s, '').trim());
  const { pathname } = new URL(`/${segments.filter(Boolean).join('/')}`, 'http://localhost');
  return ownPath.test(pathname.toLowerCase());
}

/** Decodes a path; a malformed one stays as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
