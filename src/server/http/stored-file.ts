import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { projectFolder } from '../../installation.ts';
import type { StoredFile } from '../../records/records.ts';

/** The content of a response. */
export interface Content {
  body: string | Buffer;
  contentType: string;
}

/** A file of a record, and where it is: `reference` is like `users/4/avatar`. */
export interface FoundFile {
  file: StoredFile;
  reference: string;
}

/**
 * Reads a file of a record from the folder of its world. In place of a picture that the folder does not have, one of
 * `fixtures/pictures` is read. Resolves with undefined for another file that is missing.
 */
export async function readStoredFile(
  { file: { name, contentType }, reference }: FoundFile,
  folder: string | undefined,
): Promise<Content | undefined> {
  if (folder !== undefined) {
    try {
      // A world cannot have a name with a folder.
      return { body: await readFile(join(folder, name)), contentType };
    } catch {
      // A file that cannot be read is a missing one.
    }
  }
  if (!contentType.startsWith('image/')) return undefined;
  const subject = reference.startsWith('users/')
    ? 'person'
    : reference.startsWith('attachments/')
      ? 'document'
      : 'place';
  const body = await readFile(join(projectFolder, 'fixtures', 'pictures', `${subject}.svg`));
  return { body, contentType: 'image/svg+xml' };
}

/** Sends the content of a file. */
export function sendContent(ctx: Context, { body, contentType }: Content): void {
  ctx.body = body;
  ctx.set('Content-Type', contentType);
  ctx.set('Content-Disposition', 'inline');
  // A file of a world must not run scripts in the origin of the API. Browsers show no PDF in a sandbox.
  if (contentType !== 'application/pdf')
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
}
