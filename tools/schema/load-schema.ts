import { readFileSync, statSync } from 'node:fs';
import { GraphQLError, type GraphQLSchema, Source, buildASTSchema, parse } from 'graphql';
import { describeSchema } from '../../src/contract/descriptions.ts';
import { loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';

/** Loads the schema of a dialect, with descriptions. Throws CommandError with the known names for an unknown name. */
export const loadDialectSchema = async (name: string): Promise<GraphQLSchema> =>
  describeSchema((await loadServerDialect(name)).createSchema('empty'));

/** Loads the schema of a dialect, or of an SDL file. Throws CommandError if it is neither, or if the file is invalid. */
export async function loadSchema(nameOrFile: string): Promise<GraphQLSchema> {
  if (Object.hasOwn(suiteDialects, nameOrFile)) return loadDialectSchema(nameOrFile);
  if (!statSync(nameOrFile, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(
      `${nameOrFile} is neither a dialect nor a file with a schema; the dialects are ${Object.keys(suiteDialects).join(', ')}`,
      exitCodes.usage,
    );
  return loadSchemaOfFile(nameOrFile);
}

/** Loads the schema of an SDL file. Throws CommandError if it cannot be read or is invalid. */
export function loadSchemaOfFile(file: string): GraphQLSchema {
  try {
    return buildASTSchema(parse(new Source(readFileSync(file, 'utf8'), file)));
  } catch (error) {
    const { message } = error as Error;
    const line = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined;
    const place = line === undefined ? file : `${file}, line ${line}`;
    throw new CommandError(`${place} is no schema in SDL: ${message.replaceAll(/\n+/g, ' ')}`, exitCodes.usage);
  }
}
