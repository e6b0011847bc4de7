import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { replaceFile, signingKeyFile } from './data-files.ts';
import { LineReader, damagedFile, formatLine } from './lines.ts';

const keyBytes = 32;

/** Generates a random key to sign tokens with. */
export const generateSigningKey = (): Uint8Array => randomBytes(keyBytes);

/** Reads the signing key of a data folder; creates it if there is none. Throws a CommandError if the file is damaged. */
export async function loadSigningKey(folder: string): Promise<Uint8Array> {
  const file = signingKeyFile(folder);
  if (existsSync(file)) return readSigningKey(file);
  const key = generateSigningKey();
  await replaceFile(file, [formatLine(JSON.stringify(Buffer.from(key).toString('base64')), 0).text]);
  return key;
}

function readSigningKey(file: string): Uint8Array {
  const reader = new LineReader(file);
  try {
    const key = Buffer.from(String(reader.next()), 'base64');
    if (key.length !== keyBytes || reader.hasRest)
      throw damagedFile(file, 'must be one line with a key; without the file, a new key is made and every token ends');
    return key;
  } finally {
    reader.close();
  }
}
