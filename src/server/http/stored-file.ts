import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../installation.ts';
import type { StoredFile } from '../../records/records.ts';

/** A response with the content of a file. */
export interface FileResponse {
  headers: Record<string, string>;
  body: string | Buffer;
}

export const fileResponse = (body: string | Buffer, contentType: string): FileResponse => ({
  headers: {
    'Content-Type': contentType,
    'Content-Disposition': 'inline',
    // A file of a world must not run scripts in the origin of the API. Browsers show no PDF in a sandbox.
    ...(contentType !== 'application/pdf' && {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }),
  },
  body,
});

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
): Promise<FileResponse | undefined> {
  if (folder !== undefined) {
    try {
      // A world cannot have a name with a folder.
      return fileResponse(await readFile(join(folder, name)), contentType);
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
  return fileResponse(body, 'image/svg+xml');
}
