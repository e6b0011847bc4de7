import { readFileSync } from 'node:fs';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type NameNode,
  buildASTSchema,
  parse,
} from 'graphql';
import { CommandError, exitCodes } from '../../../errors.ts';
import type { Release, SchemaLayer } from '../release.ts';

/** The members of a definition with the fields, the values of an enum, or the types of a union. */
const partLists = ['fields', 'values', 'types'] as const;
type Parts = Partial<Record<(typeof partLists)[number], readonly { name: NameNode }[]>>;

/** Removes definitions, and fields, values and types of definitions, by coordinate. Throws if there is no such coordinate. */
function removeCoordinates(definitions: readonly DefinitionNode[], coordinates: readonly string[]): DefinitionNode[] {
  const remaining = new Set(coordinates);
  const result = definitions.flatMap((definition) => {
    const name = 'name' in definition ? definition.name?.value : undefined;
    if (name === undefined) return [definition];
    if (remaining.delete(name)) return [];
    const parts = definition as Parts;
    const lists = partLists.flatMap((list) =>
      parts[list] ? [[list, parts[list].filter((part) => !remaining.delete(`${name}.${part.name.value}`))]] : [],
    );
    return [{ ...definition, ...Object.fromEntries(lists) } as DefinitionNode];
  });
  if (remaining.size > 0) throw new Error(`there is no ${[...remaining].join(', ')} to remove`);
  return result;
}

const mergeLayers = (layers: readonly SchemaLayer[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: layers.reduce<DefinitionNode[]>(
    (definitions, { file, text, removed = [] }) => [
      ...removeCoordinates(definitions, removed),
      ...parse(text ?? readFileSync(file, 'utf8'), { noLocation: text === undefined }).definitions,
    ],
    [],
  ),
});

/**
 * Reads the schema of a version, without resolvers. Throws CommandError if the schema is invalid; with `isKnownToBeValid`, not every
 * mistake is found.
 */
export function readSchema(
  { name, schema }: Pick<Release, 'name' | 'schema'>,
  isKnownToBeValid = false,
): GraphQLSchema {
  try {
    return buildASTSchema(mergeLayers(schema), { assumeValid: isKnownToBeValid });
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new CommandError(`the schema of ${name} is invalid: ${line}`, exitCodes.usage);
  }
}
