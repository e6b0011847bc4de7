import { statSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { buildSdl, readSdl } from '../../src/graphql/sdl.ts';
import { describeSchema } from '../../src/graphql/descriptions.ts';
import { isDialectName, loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';

/** Loads the schema of a dialect, with descriptions. Throws CommandError with the known names for an unknown name. */
export const loadDialectSchema = async (name: string): Promise<GraphQLSchema> =>
  describeSchema((await loadServerDialect(name)).createSchema('empty'));

/** Loads the schema of a dialect, or of an SDL file. Throws CommandError if it is neither, or if the file is invalid. */
export async function loadSchema(nameOrFile: string): Promise<GraphQLSchema> {
  if (isDialectName(nameOrFile)) return loadDialectSchema(nameOrFile);
  if (!statSync(nameOrFile, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(
      `${nameOrFile} is neither a dialect nor a file with a schema; the dialects are ${Object.keys(suiteDialects).join(', ')}`,
      exitCodes.usage,
    );
  return loadSchemaOfFile(nameOrFile);
}

/** Loads the schema of an SDL file. Throws CommandError if it cannot be read or is invalid. */
export const loadSchemaOfFile = (file: string): GraphQLSchema => buildSdl(readSdl(file), file);
