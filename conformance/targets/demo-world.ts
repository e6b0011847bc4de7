import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import type { Tables } from '../../src/store/tables.ts';
import { parseWorld } from '../../src/store/world.ts';
import { type TargetFile, placeholdersOf } from './target-file.ts';

const placeholders = JSON.parse(
  readFileSync(new URL('demo-placeholders.json', import.meta.url), 'utf8'),
) as NonNullable<TargetFile['placeholders']>;

/** What cases may use of the stand-in's demo world: everything. */
export const demoWorld = {
  locales: { default: 'en', others: ['ca', 'es'] },
  timeZone: 'UTC',
  placeholders,
  mayChange: Object.keys(placeholders),
} satisfies Partial<TargetFile>;

/** The values of the placeholders in cases for the demo world. */
export const demoPlaceholders: Record<string, unknown> = placeholdersOf(demoWorld);

/** The folder of the demo world. */
export const demoWorldFolder = fileURLToPath(new URL('../../fixtures/demo', import.meta.url));

const readRecords = (folder: string): [string, unknown[]][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readJson(join(folder, name), exitCodes.usage) as unknown[]]);

/** Loads the demo world or another one, and the records in the world files of a folder if it exists. Throws a CommandError for invalid records. */
export function loadDemoWorld(additionsFolder?: string, worldFolder = demoWorldFolder): Tables {
  const files = Object.fromEntries(readRecords(worldFolder));
  const additions = additionsFolder && existsSync(additionsFolder) ? readRecords(additionsFolder) : [];
  for (const [name, records] of additions) files[name] = [...(files[name] ?? []), ...records];
  const { tables, problems } = parseWorld(files, Date.now());
  if (problems.length > 0) throw new CommandError(`${additionsFolder}: ${problems[0]}`, exitCodes.usage);
  return tables;
}
