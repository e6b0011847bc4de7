import type { Context } from '../../server-dialect.ts';
import { type Content, readStoredFile, sendContent } from '../../../server/http/stored-file.ts';
import { defaultAvatarPath, findFile, isBadgeImagePath } from '../values/files.ts';

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
async function findContent(
  path: string,
  { store, filesFolder }: Context['state']['world'],
): Promise<Content | undefined> {
  if (path === defaultAvatarPath) return defaultAvatar;
  if (isBadgeImagePath(path)) return badge;
  const file = findFile(path, store);
  return file && (await readStoredFile(file, filesFolder));
}

/** Responds to a request for a file of a record, or for one of the platform's own pictures. Returns whether there is such a file. */
export async function sendFile(ctx: Context): Promise<boolean> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  const content = await findContent(ctx.path, ctx.state.world);
  if (!content) return false;
  sendContent(ctx, content);
  return true;
}
