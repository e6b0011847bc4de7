import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A record of a world file; `componentId` is set if it belongs to a component. */
export interface WorldRecord {
  id: number;
  componentId?: number;
  kind?: string;
  slug?: string;
  nickname?: string;
}

/** Reads the records of one kind from a world folder. */
export const readWorldRecords = (worldFolder: string, kind: string): WorldRecord[] =>
  JSON.parse(readFileSync(join(worldFolder, `${kind}.json`), 'utf8')) as WorldRecord[];

/** An id that no record of the demo world has. */
export const unknownId = 99;
