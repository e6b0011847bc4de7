import { readFileSync } from 'node:fs';

/** Reads a text that a person wrote: UTF-8, or UTF-16 with a byte order mark. A mark is no part of the text. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.subarray(0, 2).toString('hex')] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
