import { readFileSync } from 'node:fs';
import { GraphQLError, type GraphQLSchema, Source, buildASTSchema, parse } from 'graphql';
import { CommandError, exitCodes } from '../errors.ts';

/** Reads an SDL file. Throws CommandError if it cannot be read. */
export function readSdl(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** Builds the schema of a text in SDL. Throws CommandError with the name and the line if it is invalid. */
export function buildSdl(sdl: string, name: string): GraphQLSchema {
  try {
    return buildASTSchema(parse(new Source(sdl, name)));
  } catch (error) {
    const { message } = error as Error;
    const line = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined;
    const place = line === undefined ? name : `${name}, line ${line}`;
    throw new CommandError(`${place} is no schema in SDL: ${message.replaceAll(/\n+/g, ' ')}`, exitCodes.usage);
  }
}
