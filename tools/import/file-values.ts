import { type ValueReading, converted } from './values.ts';

const contentTypes: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The name of a file at the end of its URL; undefined if the URL has none. */
export function fileNameOf(url: string): string | undefined {
  const last = /([^/]+)\.(\w{1,8})$/.exec(url.split(/[?#]/)[0]!);
  if (!last) return undefined;
  try {
    return decodeURIComponent(last[0]).replaceAll(/[/\\]/g, '_');
  } catch {
    return last[0];
  }
}

/** A file whose URL a field shows. Its size is unknown. */
export const file = (name: string): ValueReading =>
  converted(name, (url) => {
    const fileName = typeof url === 'string' && url !== '' ? (fileNameOf(url) ?? 'file') : undefined;
    if (fileName === undefined) return null;
    const ending = fileName.split('.').at(-1)!.toLowerCase();
    return { name: fileName, contentType: contentTypes[ending] ?? 'application/octet-stream', bytes: 0 };
  });
