import { type DefinitionNode, type DocumentNode, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../contract/executor.ts';

type DocumentSchema = Pick<Executor<never>, 'schema' | 'parse'>;

/** The operations of a document. The document is read when they are needed for the first time. */
export class DocumentOperations {
  readonly #schema: DocumentSchema;
  #query: string;
  #coordinates: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(schema: DocumentSchema, query: string) {
    this.#schema = schema;
    this.#query = query;
  }

  /** The coordinates of the fields that each operation selects, by its name, which is "" if it has none. Empty for a syntax error. */
  get coordinates(): ReadonlyMap<string, readonly string[]> {
    if (!this.#coordinates) {
      this.#coordinates = readCoordinates(this.#schema, this.#query);
      this.#query = '';
    }
    return this.#coordinates;
  }

  /** The operation with the name that the client sent, or the only one. Without such an operation, the coordinates are those of all. */
  find(sentName: string | null | undefined): { operationName: string | null; coordinates: readonly string[] } {
    const { coordinates } = this;
    const name = sentName || (coordinates.size === 1 ? [...coordinates.keys()][0]! : '');
    return {
      operationName: name || null,
      coordinates: coordinates.get(name) ?? [...new Set([...coordinates.values()].flat())],
    };
  }
}

const maxCachedDocuments = 1000;
const maxCachedCharacters = 4_000_000;
// The text of a longer document is not kept until somebody reads the journal.
const maxKeptCharacters = 10_000;

/** Finds the operations of a document. The same document has the same object as long as it is in the cache. */
export type FindOperations = (query: string) => DocumentOperations;

const finders = new WeakMap<DocumentSchema, FindOperations>();

/** Returns the function for the documents of an executor, which all its instances share. */
export function operationsFinder(executor: DocumentSchema): FindOperations {
  let find = finders.get(executor);
  if (!find) finders.set(executor, (find = createFinder(executor)));
  return find;
}

function createFinder(executor: DocumentSchema): FindOperations {
  const cache = new LRUCache<string, DocumentOperations>({ max: maxCachedDocuments, maxSize: maxCachedCharacters });
  return (query) => {
    const known = cache.get(query);
    if (known) return known;
    const operations = new DocumentOperations(executor, query);
    if (query.length > maxKeptCharacters) void operations.coordinates;
    cache.set(query, operations, { size: query.length + 1 });
    return operations;
  };
}

function readCoordinates({ schema, parse }: DocumentSchema, query: string): ReadonlyMap<string, readonly string[]> {
  try {
    return coordinatesOf(parse(query), new TypeInfo(schema));
  } catch {
    // A syntax error, or more nested levels than the stack has room for.
    return new Map();
  }
}

interface Selections {
  coordinates: Set<string>;
  fragments: Set<string>;
}

function coordinatesOf({ definitions }: DocumentNode, typeInfo: TypeInfo): ReadonlyMap<string, readonly string[]> {
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
