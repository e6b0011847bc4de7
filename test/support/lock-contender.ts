// Run as a process of its own beside another one: waits before each folder until the other is there too, tries to lock
// it, and prints how each of them went. Arguments: the folder of the folders, their count, its own name, the other's.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../../src/store/lock.ts';

const [base, count, self, other] = process.argv.slice(2) as [string, string, string, string];

const outcomeFor = (folder: string): string => {
  try {
    lockFolder(folder);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

const outcomes = Array.from({ length: Number(count) }, (_, index) => {
  const folder = join(base, String(index));
  writeFileSync(`${folder}.${self}`, '');
  while (!existsSync(`${folder}.${other}`));
  return outcomeFor(folder);
});
process.stdout.write(JSON.stringify(outcomes));
