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

const maxNameCharacters = 255;

/** The name of a file at the end of its URL; undefined if the URL has none. */
export function fileNameOf(url: string): string | undefined {
  const last = url.split(/[?#]/)[0]!.split('/').at(-1)!.slice(-maxNameCharacters);
  if (!/[^.]\.\w{1,8}$/.test(last)) return undefined;
  try {
    return decodeURIComponent(last).replaceAll(/[/\\]/g, '_');
  } catch {
    return last;
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
