import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import type { HttpOptions } from '../../../contract/server-dialect.ts';
import type { StoredFile } from '../../../store/records.ts';
import { defaultAvatarPath, findFile, isBadgeImagePath } from '../values/file-addresses.ts';

/** The content of a response. */
interface Content {
  body: string | Buffer;
  contentType: string;
}

const svg = (viewBox: string, shapes: string): Content => ({
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${viewBox}">${shapes}</svg>`,
  contentType: 'image/svg+xml',
});

const defaultAvatar = svg(
  '40 40',
  '<path fill="#dde3ea" d="M0 0h40v40H0z"/><g fill="#8593a3"><circle cx="20" cy="15" r="7"/><circle cx="20" cy="40" r="14"/></g>',
);
const badge = svg(
  '40 40',
  '<path fill="#c94f4f" d="M12 22h16v16l-8-5-8 5z"/><circle cx="20" cy="16" r="13" fill="#e8b93c"/><circle cx="20" cy="16" r="8" fill="#f6dc8d"/>',
);
/** Stands in for a picture that the world folder does not have. */
const placeholder = svg(
  '320 200',
  '<path fill="#dde3ea" d="M0 0h320v200H0z"/><circle cx="230" cy="60" r="20" fill="#b3bfcc"/><path fill="#b3bfcc" d="m30 170 80-90 60 60 40-40 80 70z"/>',
);

async function readStoredFile({ name, contentType }: StoredFile, folder?: string): Promise<Content | undefined> {
  if (folder !== undefined) {
    try {
      // A world cannot have a name with a folder.
      return { body: await readFile(join(folder, name)), contentType };
    } catch {
      // A file that cannot be read is a missing one.
    }
  }
  return contentType.startsWith('image/') ? placeholder : undefined;
}

/** Creates the handler of requests for files of records, and for the platform's own pictures. It returns whether there is such a file. */
export function createFileHandler({ store, filesFolder }: Pick<HttpOptions, 'store' | 'filesFolder'>) {
  async function findContent(path: string): Promise<Content | undefined> {
    if (path === defaultAvatarPath) return defaultAvatar;
    if (isBadgeImagePath(path)) return badge;
    const file = findFile(path, store);
    return file && (await readStoredFile(file, filesFolder));
  }
  return async (ctx: Context): Promise<boolean> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
    const content = await findContent(ctx.path);
    if (!content) return false;
    ctx.body = content.body;
    ctx.set('Content-Type', content.contentType);
    ctx.set('Content-Disposition', 'inline');
    // A file of a world must not run scripts in the origin of the API. Browsers show no PDF in a sandbox.
    if (content.contentType !== 'application/pdf')
      ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return true;
  };
}
