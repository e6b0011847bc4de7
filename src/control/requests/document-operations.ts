import { type DefinitionNode, type DocumentNode, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../graphql/executor.ts';

type DocumentSchema = Pick<Executor<never>, 'schema' | 'parse'>;

/** The fields that each operation of a document selects, by its name, which is "" if it has none. */
type DocumentOperations = ReadonlyMap<string, readonly string[]>;

/** An operation of a document. */
export interface FoundOperation {
  operationName: string | null;
  /** Those of the fields that it selects. */
  coordinates: readonly string[];
}

/**
 * Finds the operation with the name that the client sent, or the only one of the document. Without such an operation, the
 * coordinates are those of all.
 */
export type FindOperation = (query: string, sentName: string | null | undefined) => FoundOperation;

const maxCachedDocuments = 1000;
const maxCachedCharacters = 4_000_000;

const finders = new WeakMap<DocumentSchema, FindOperation>();

/** Returns the function for the documents of an executor, which all worlds share. */
export function operationFinder(executor: DocumentSchema): FindOperation {
  let find = finders.get(executor);
  if (!find) finders.set(executor, (find = createFinder(executor)));
  return find;
}

function createFinder(executor: DocumentSchema): FindOperation {
  const cache = new LRUCache<string, DocumentOperations>({ max: maxCachedDocuments, maxSize: maxCachedCharacters });
  return (query, sentName) => {
    const operations = cache.get(query) ?? readOperations(executor, query);
    cache.set(query, operations, { size: query.length + 1 });
    const name = sentName || (operations.size === 1 ? [...operations.keys()][0]! : '');
    const coordinates = operations.get(name) ?? [...new Set([...operations.values()].flat())];
    return { operationName: name || null, coordinates };
  };
}

/** Empty for a syntax error. */
function readOperations({ schema, parse }: DocumentSchema, query: string): DocumentOperations {
  try {
    return operationsOf(parse(query), new TypeInfo(schema));
  } catch {
    // A syntax error, or more nested levels than the stack has room for.
    return new Map();
  }
}

interface Selections {
  coordinates: Set<string>;
  fragments: Set<string>;
}

function operationsOf({ definitions }: DocumentNode, typeInfo: TypeInfo): DocumentOperations {
  const operations = new Map<string, Selections>();
  const fragments = new Map<string, Selections>();
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION)
      operations.set(definition.name?.value ?? '', selectionsOf(definition, typeInfo));
    else if (definition.kind === Kind.FRAGMENT_DEFINITION)
      // A dialect may have refused a fragment without a name.
      fragments.set(definition.name?.value ?? '', selectionsOf(definition, typeInfo));
  }
  return new Map([...operations].map(([name, selections]) => [name, withFragments(selections, fragments)]));
}

function selectionsOf(definition: DefinitionNode, typeInfo: TypeInfo): Selections {
  const coordinates = new Set<string>();
  const fragments = new Set<string>();
  visit(
    definition,
    visitWithTypeInfo(typeInfo, {
      Field({ name: { value: name } }) {
        // Clients add `__typename` everywhere, and it belongs to no type.
        if (name !== '__typename' && typeInfo.getFieldDef())
          coordinates.add(`${typeInfo.getParentType()!.name}.${name}`);
      },
      FragmentSpread: ({ name }) => void fragments.add(name.value),
    }),
  );
  return { coordinates, fragments };
}

function withFragments(own: Selections, all: ReadonlyMap<string, Selections>): readonly string[] {
  const coordinates = new Set(own.coordinates);
  // The set grows while it is iterated over, and has each fragment once.
  const spreads = new Set(own.fragments);
  for (const name of spreads) {
    const fragment = all.get(name);
    fragment?.coordinates.forEach((each) => coordinates.add(each));
    fragment?.fragments.forEach((each) => spreads.add(each));
  }
  return [...coordinates];
}
