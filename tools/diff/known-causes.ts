import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileSchemaFile, readValidatedJson } from '../../src/client/json-schema.ts';

/** Known differences: every cause whose name starts with `cause`, in which `*` stands for any text. */
export interface KnownCause {
  cause: string;
  reason: string;
}

const isKnownCauses = compileSchemaFile<KnownCause[]>(new URL('known-causes.schema.json', import.meta.url));

/** Reads the known causes of a file; a CommandError names an invalid member. */
export const readKnownCauses = (file: string): KnownCause[] =>
  readValidatedJson(file, isKnownCauses, 'the list of known causes');

/** Returns the file with the known causes of the project: those between two dialects, or else between the stand-in and Decidim. */
export function knownCausesFile(dialectOfA: string, dialectOfB: string): string {
  const file = fileURLToPath(new URL(`documented/${dialectOfA}~${dialectOfB}.json`, import.meta.url));
  return existsSync(file) ? file : fileURLToPath(new URL('known-causes.json', import.meta.url));
}

/** Whether a known cause has this name. */
export function isCauseWithName({ cause }: KnownCause, name: string): boolean {
  const [start = '', ...others] = cause.split('*');
  if (!name.startsWith(start)) return false;
  let position = start.length;
  return others.every((part) => {
    const index = name.indexOf(part, position);
    position = index + part.length;
    return index !== -1;
  });
}

/** Why the cause with a name is known; undefined if it is not. */
export const findKnownReason = (name: string, known: readonly KnownCause[]): string | undefined =>
  known.find((each) => isCauseWithName(each, name))?.reason;
