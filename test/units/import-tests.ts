import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports the unit tests or the slow tests of a folder, which share this process. `others` are its folders whose tests another process imports. */
export async function importTests(folder: string, others: string[] = [], isSlow = false): Promise<void> {
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.test.ts') && file.endsWith('.slow.test.ts') === isSlow)
    .filter((file) => !others.some((other) => file.startsWith(join(other, '/'))));
  if (files.length === 0) throw new Error(`${folder} has no ${isSlow ? 'slow' : 'unit'} tests`);
  for (const file of files.toSorted()) await import(pathToFileURL(file).href);
}
