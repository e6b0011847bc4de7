import { type GraphQLSchema, buildSchema, findBreakingChanges, printSchema, validateSchema } from 'graphql';
import { CommandError, exitCodes } from '../../errors.ts';
import { buildSdl, readSdl } from '../../graphql/sdl.ts';
import { releaseIn, schemaIn } from '../suite-dialect.ts';
import { type Release, releases } from './releases.ts';
import { readSchema } from './schema.ts';

/** Whether a schema is given as a text in SDL, and not by the name of its file. */
const isSdl = (fileOrSdl: string): boolean => fileOrSdl.includes('{');

const towns = new Map<string, Release>();

/**
 * Finds a release by the name of its dialect, such as `decidim-0.31`, or `decidim-0.31+town.graphql` with the schema of a town, a
 * file or a text in SDL: the release behaves as before, and has the fields of the town. A file that has not changed is read as
 * before. Throws CommandError if the schema is invalid, if it is not that of a Decidim, or with the parts that clash with the release.
 */
export function findRelease(name: string): Release | undefined {
  const base = releases.find((each) => each.name === releaseIn(name));
  const fileOrSdl = schemaIn(name);
  if (!base || fileOrSdl === undefined) return base;
  const town = isSdl(fileOrSdl) ? fileOrSdl : readSdl(fileOrSdl);
  const known = towns.get(name);
  if (known?.town === town) return known;
  const schemaName = isSdl(fileOrSdl) ? 'the schema' : fileOrSdl;
  assertFits(buildSdl(town, schemaName), base, schemaName);
  const release = { ...base, name: `${base.name}+${isSdl(fileOrSdl) ? 'schema' : fileOrSdl}`, town };
  towns.set(name, release);
  return release;
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
  const clashes = findClashes(base, town);
  if (clashes.length === 0) return;
  const more = clashes.length - maxClashes;
  const fitting = releases.filter((each) => findClashes(each, town).length === 0);
  throw new CommandError(
    [
      `${name} cannot be combined with ${base.name}, because of what changes in the schema of the release:`,
      ...clashes.slice(0, maxClashes).map((each) => `  ${each}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(fitting.length > 0 ? [`It fits ${fitting.map((each) => each.name).join(', ')}`] : []),
    ],
    exitCodes.usage,
  );
}

/** A schema without what is required, which towns change and clients do not notice. */
const withoutRequired = (schema: GraphQLSchema): GraphQLSchema =>
  buildSchema(printSchema(schema).replaceAll('!', ''), { assumeValid: true });

/** The parts of a town's schema that cannot have the values of a release. */
const findClashes = (base: Release, town: GraphQLSchema): string[] =>
  findBreakingChanges(withoutRequired(readSchema(base)), withoutRequired(town))
    .filter(({ type }) => type.endsWith('CHANGED_KIND'))
    .map(({ description }) => description);
