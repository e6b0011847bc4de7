import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TargetFile, placeholdersOf } from '../client/target-file.ts';

/** The records of the demo world that cases use, by their type and by their name in a target file. */
export const demoRecords = JSON.parse(
  readFileSync(new URL('demo-placeholders.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string | number>>;

const placeholders = Object.fromEntries(Object.values(demoRecords).flatMap(Object.entries<string | number>));

/** What cases may use of the stand-in's demo world: everything. */
export const demoWorld = {
  locales: { default: 'en', others: ['ca', 'es'] },
  timeZone: 'UTC',
  placeholders,
  mayChange: Object.keys(placeholders),
} satisfies Partial<TargetFile>;

/** The values of the placeholders in cases for the demo world. */
export const demoPlaceholders: Record<string, unknown> = placeholdersOf(demoWorld);

/** What cases need that no deployment can be expected to offer: messages in English and a progress. */
export const standInOnly = {
  meetingsInEnglish: '2',
  proposalsInEnglish: '1',
  accountabilityInEnglish: '4',
  resultProgress: 200,
};

/** The folder of the demo world. */
export const demoWorldFolder = fileURLToPath(new URL('../../fixtures/worlds/demo', import.meta.url));

/** The folder of the demo world with OAuth applications, and people who sign in with them. */
export const demoOAuthFolder = join(demoWorldFolder, '..', 'demo-oauth');
