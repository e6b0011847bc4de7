import fs from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { LineReader, formatLine } from '../../src/store/lines.ts';
import { openStore } from './stores.ts';
import { createTemporaryFolder } from './folders.ts';
import { renameMeeting } from './stored-records.ts';
import { type AnyData, demoWorld } from './test-server.ts';

/** Creates a data folder with one write for each title, which meeting 1 gets in turn, and closes it. */
export async function createWrittenFolder(t: TestContext, ...titles: string[]): Promise<string> {
  const data = join(createTemporaryFolder(t), 'data');
  const { store, close } = await openStore({ data, world: demoWorld });
  for (const title of titles) await renameMeeting(store, 1, title);
  await close();
  return data;
}

/** The values of the complete lines of a file. */
export function readLines(file: string): AnyData[] {
  const reader = new LineReader(file);
  const values: AnyData[] = [];
  for (let value = reader.next(); value !== undefined; value = reader.next()) values.push(value);
  reader.close();
  return values;
}

/** Replaces the lines of a file, with checksums that match. */
export function writeLines(file: string, values: readonly unknown[]): void {
  let checksum = 0;
  const texts = values.map((value) => {
    const line = formatLine(JSON.stringify(value), checksum);
    ({ checksum } = line);
    return line.text;
  });
  fs.writeFileSync(file, texts.join(''));
}

/** Changes the lines of a file, with checksums that match. */
export function editLines(file: string, edit: (lines: AnyData[]) => unknown[]): void {
  writeLines(file, edit(readLines(file)));
}

/** The numbers of the writes in a journal. */
export const journalSeqs = (data: string, journal = 'journal-0'): number[] =>
  readLines(join(data, journal))
    .slice(1)
    .map(({ seq }) => seq as number);
