import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import type { Tables } from '../../src/store/tables.ts';
import { parseWorld } from '../../src/store/world.ts';

/** The values of the placeholders in cases for the demo world. */
export const demoPlaceholders = JSON.parse(
  readFileSync(new URL('demo-placeholders.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

/** The folder of the demo world. */
export const demoWorldFolder = fileURLToPath(new URL('../../fixtures/world', import.meta.url));

const readRecords = (folder: string): [string, unknown[]][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readJson(join(folder, name), exitCodes.usage) as unknown[]]);

/** Loads the demo world, and the records in the world files of a folder if it exists. Throws a CommandError for invalid records. */
export function loadDemoWorld(additionsFolder?: string): Tables {
  const files = Object.fromEntries(readRecords(demoWorldFolder));
  const additions = additionsFolder && existsSync(additionsFolder) ? readRecords(additionsFolder) : [];
  for (const [name, records] of additions) files[name] = [...(files[name] ?? []), ...records];
  const { tables, problems } = parseWorld(files, Date.now());
  if (problems.length > 0) throw new CommandError(`${additionsFolder}: ${problems[0]}`, exitCodes.usage);
  return tables;
}
