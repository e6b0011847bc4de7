import { readSdl } from '../../../graphql/sdl.ts';
import { releaseIn, schemaIn } from '../../suite-dialect.ts';
import type { Release } from '../release.ts';
import { isSdl, readTown } from '../town/read-town.ts';
import { releases } from './releases.ts';

const towns = new Map<string, { text: string; release: Release }>();

/**
 * Finds a release by the name of its dialect, such as `decidim-0.31`, or `decidim-0.31+town.graphql` with the schema of a town: a
 * file, or a text in SDL. A file that has not changed is read as before. Throws CommandError if the schema cannot be used.
 */
export function findRelease(name: string): Release | undefined {
  const release = releases.find((each) => each.name === releaseIn(name));
  const fileOrSdl = schemaIn(name);
  if (!release || fileOrSdl === undefined) return release;
  const text = isSdl(fileOrSdl) ? fileOrSdl : readSdl(fileOrSdl);
  const known = towns.get(name);
  if (known?.text === text) return known.release;
  const town = readTown(release, fileOrSdl, text);
  towns.set(name, { text, release: town });
  return town;
}
