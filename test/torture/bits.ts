import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../src/errors.ts';
import { assertFilledFrom } from '../../src/store/first-start.ts';
import { openStore } from '../support/stores.ts';
import { recoverTables } from '../../src/store/recover.ts';
import { loadSigningKey } from '../../src/store/signing-key.ts';
import { renameMeeting } from '../support/stored-records.ts';
import { demoWorld } from '../support/test-server.ts';
import type { Torture } from './torture.ts';

/** Changes a bit of every byte of every file in a data folder that a start reads: each one must stop the start. */
export const bits: Torture = async ({ folder, random, isShort }) => {
  const { store, close } = await openStore({ data: folder, world: demoWorld });
  for (let count = 0; count < 20; count += 1) await renameMeeting(store, 1 + (count % 4), `Title ${count}`);
  await close();
  await loadSigningKey(folder);
  const problems: string[] = [];
  let changes = 0;
  // Only Git reads `.gitignore`, and users may change it.
  for (const name of readdirSync(folder).filter((file) => file !== '.gitignore')) {
    const file = join(folder, name);
    const whole = readFileSync(file);
    for (let index = 0; index < whole.length; index += isShort ? 1 + Math.floor(random() * 40) : 1) {
      const damaged = Buffer.from(whole);
      damaged[index]! ^= 1 << Math.floor(random() * 8);
      writeFileSync(file, damaged);
      changes += 1;
      try {
        assertFilledFrom(folder, demoWorld, true);
        await recoverTables(folder);
        await loadSigningKey(folder);
        problems.push(`${name}, byte ${index}: served as if right`);
      } catch (error) {
        if (!(error instanceof CommandError && error.message.startsWith(file)))
          problems.push(`${name}, byte ${index}: ${String(error)}`);
      }
    }
    writeFileSync(file, whole);
  }
  await recoverTables(folder);
  return { summary: `${changes} changed bytes, ${changes - problems.length} refused with the file`, problems };
};
