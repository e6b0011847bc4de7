import { type GraphQLSchema, resolveSchemaCoordinate } from 'graphql';
import type { DocumentRules } from '../../src/dialects/suite-dialect.ts';
import { lineOf } from './find-operations.ts';
import type { ClientOperation, UsedCoordinate } from './model.ts';
import { usedCoordinates } from './used-coordinates.ts';

type Place = UsedCoordinate['places'][number];

const byPlace = (a: Place, b: Place): number => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);

/** Lists the parts of the schemas that documents use, by coordinate. */
export function findUsage(
  operations: readonly ClientOperation[],
  rules: ReadonlyMap<string, DocumentRules>,
): UsedCoordinate[] {
  const found = new Map<string, Map<string, { file: string; line: number }>>();
  const deprecated = new Map<string, Set<string>>();
  const definitions = new Map(operations.flatMap((each) => each.definitions).map((each) => [each.node, each]));
  for (const [target, { schema }] of rules)
    for (const { node, source } of definitions.values())
      for (const use of usedCoordinates(node, schema)) {
        const place = { file: source.file, line: lineOf(use.node, source) };
        const places = found.get(use.coordinate) ?? new Map<string, typeof place>();
        found.set(use.coordinate, places.set(`${place.file}:${place.line}`, place));
        if (use.deprecated === undefined) continue;
        deprecated.set(use.coordinate, (deprecated.get(use.coordinate) ?? new Set()).add(target));
      }
  return [...found]
    .map(([coordinate, places]) => ({
      coordinate,
      places: [...places.values()].toSorted(byPlace),
      deprecated: [...(deprecated.get(coordinate) ?? [])],
      gone: [...rules].filter(([, { schema }]) => !hasCoordinate(schema, coordinate)).map(([target]) => target),
    }))
    .toSorted((a, b) => (a.coordinate < b.coordinate ? -1 : 1));
}

function hasCoordinate(schema: GraphQLSchema, coordinate: string): boolean {
  try {
    return resolveSchemaCoordinate(schema, coordinate) !== undefined;
  } catch {
    // The type that contains it does not exist either.
    return false;
  }
}
