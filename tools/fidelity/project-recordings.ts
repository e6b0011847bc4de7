import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';

const pathOf = (relativePath: string): string => fileURLToPath(new URL(relativePath, import.meta.url));

/** The recordings of the project; each folder has a folder of the same name in `expectationsFolder`. */
export const recordingsFolder = pathOf('../../fixtures/recordings');
export const expectationsFolder = pathOf('expectations');
export const defaultRecordings = join(recordingsFolder, 'decidim-0.32.2');

/** Every folder of recordings of the project. */
export const projectFolders = (): string[] =>
  readdirSync(recordingsFolder)
    .toSorted()
    .map((name) => join(recordingsFolder, name));

/** In which world and when a folder was recorded. */
interface ReplaySettings {
  /** The folder of the world; undefined for the demo world. */
  world: string | undefined;
  /** In milliseconds since 1970; undefined if no answer depends on it. */
  startTime: number | undefined;
  /** Whether the field values were recorded before the exchanges. */
  fieldValuesFirst: boolean;
}

/** Reads the settings of a folder from `replay.json` beside its expectations. */
export function readReplaySettings(folder: string): ReplaySettings {
  const file = join(expectationsFolder, basename(folder), 'replay.json');
  const content = existsSync(file) ? readJson(file, exitCodes.usage) : {};
  const {
    world,
    startTime,
    fieldValuesFirst = false,
  } = content as {
    world?: string;
    startTime?: string;
    fieldValuesFirst?: boolean;
  };
  return {
    world: world === undefined ? undefined : pathOf(`../../fixtures/worlds/${world}`),
    startTime: startTime === undefined ? undefined : Date.parse(startTime),
    fieldValuesFirst,
  };
}
