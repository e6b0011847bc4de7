import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CommandError, StorageError, exitCodes } from '../errors.ts';
import { replaceFile, signingKeyFile } from './data-files.ts';
import { LineReader, damagedFile, formatLine } from './lines.ts';

/** The length of a key that signs tokens. */
export const signingKeyBytes = 32;

/** Generates a random key to sign tokens with. */
export const generateSigningKey = (): Uint8Array => randomBytes(signingKeyBytes);

/** Reads the signing key of a data folder; creates it if there is none. Throws a CommandError if the file is damaged or cannot be written. */
export async function loadSigningKey(folder: string): Promise<Uint8Array> {
  const file = signingKeyFile(folder);
  if (existsSync(file)) return readSigningKey(file);
  try {
    return await writeSigningKey(folder);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`, exitCodes.unavailable);
  }
}

/** Creates a new signing key in a data folder; every token that the old one signed ends. Rejects with a StorageError. */
export async function replaceSigningKey(folder: string): Promise<Uint8Array> {
  try {
    return await writeSigningKey(folder);
  } catch (error) {
    throw new StorageError(error as Error, 'The key of the tokens could not be written to the disk. They stay valid.');
  }
}

async function writeSigningKey(folder: string): Promise<Uint8Array> {
  const key = generateSigningKey();
  const { text } = formatLine(JSON.stringify(Buffer.from(key).toString('base64')), 0);
  await replaceFile(signingKeyFile(folder), [text]);
  return key;
}

function readSigningKey(file: string): Uint8Array {
  const reader = new LineReader(file);
  try {
    const key = Buffer.from(String(reader.next()), 'base64');
    if (key.length !== signingKeyBytes || reader.hasRest)
      throw damagedFile(file, 'must be one line with a key; without the file, a new key is made and every token ends');
    return key;
  } finally {
    reader.close();
  }
}
