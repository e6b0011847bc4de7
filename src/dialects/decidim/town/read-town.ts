import { pathToFileURL } from 'node:url';
import { type GraphQLSchema, validateSchema } from 'graphql';
import { buildSdl } from '../../../graphql/sdl.ts';
import { CommandError, exitCodes } from '../../../errors.ts';
import type { Release } from '../release.ts';
import { releases } from '../releases/releases.ts';
import { readSchema } from '../schema/read-schema.ts';
import { findClashes } from './clashes.ts';

/** Whether a schema is given as a text in SDL, and not by the name of its file. */
export const isSdl = (fileOrSdl: string): boolean => fileOrSdl.includes('{');

/**
 * Lays the schema of a town, whose text in SDL is `text`, over a release: the town's release behaves like it and has the fields of the town. Throws CommandError
 * if the schema is invalid, if it is not that of a Decidim, or with the types that clash with the release.
 */
export function readTown(base: Release, fileOrSdl: string, text: string): Release {
  const isText = isSdl(fileOrSdl);
  const name = isText ? 'the schema' : fileOrSdl;
  assertFits(buildSdl(text, name), base, name);
  return {
    ...base,
    name: `${base.name}+${isText ? 'schema' : fileOrSdl}`,
    schema: [{ file: pathToFileURL(isText ? 'schema' : fileOrSdl), text }],
    base,
  };
}

const maxClashes = 20;
/** What every release has, and no other API. */
const landmarks = ['decidim', 'component', 'participatoryProcesses'];

function assertFits(town: GraphQLSchema, base: Release, name: string): void {
  const [problem] = validateSchema(town);
  if (problem) throw new CommandError(`${name} is no valid schema: ${problem.message}`, exitCodes.usage);
  const query = town.getQueryType();
  const fields = query?.name === 'Query' ? query.getFields() : {};
  const missing = landmarks.filter((each) => !Object.hasOwn(fields, each)).map((each) => `Query.${each}`);
  if (missing.length > 0)
    throw new CommandError(
      `${name} is not the schema of a Decidim: it has no ${missing.join(', ')}. plenum schema pull writes that of a town`,
      exitCodes.usage,
    );
  const clashes = findClashes(readSchema(base, true), town);
  if (clashes.length === 0) return;
  const more = clashes.length - maxClashes;
  const fitting = releases.filter((each) => findClashes(readSchema(each, true), town).length === 0);
  throw new CommandError(
    [
      `${name} cannot be combined with ${base.name}, because these clash:`,
      ...clashes
        .slice(0, maxClashes)
        .map((each) => `  ${each.coordinate}: expected ${each.expected}, and it is ${each.found}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(fitting.length > 0 ? [`It fits ${fitting.map((each) => each.name).join(', ')}`] : []),
    ],
    exitCodes.usage,
  );
}
