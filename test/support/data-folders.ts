import fs from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { checksumOf } from '../../src/store/lines.ts';
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

/** The lines of the journal of a data folder after its header. */
export const journalLines = (data: string): AnyData[] =>
  fs
    .readFileSync(join(data, 'journal.jsonl'), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as AnyData);

/** Changes the records of a closed data folder, with a checksum that fits. */
export function editDatabase(data: string, edit: (records: AnyData) => void): void {
  const file = join(data, 'db.json');
  const { checksum: _, ...database } = JSON.parse(fs.readFileSync(file, 'utf8')) as AnyData;
  edit(database.records);
  const text = JSON.stringify(database).slice(0, -1);
  fs.writeFileSync(file, `${text},"checksum":"${checksumOf(text)}"}\n`);
}
