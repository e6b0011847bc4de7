import { type DefinitionNode, Kind, TypeInfo, separateOperations, visit, visitWithTypeInfo } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../graphql/executor.ts';

type DocumentSchema = Pick<Executor<never>, 'schema' | 'parse'>;

/** An operation of a document. */
export interface FoundOperation {
  operationName: string | null;
  /** Those of the fields that it selects, such as `Query.component`, without `__typename`. */
  coordinates: readonly string[];
}

/**
 * Finds the operation with the name that the client sent, or the only one of the document. Without such an operation, the
 * coordinates are those of all.
 */
export type FindOperation = (query: string, sentName: string | null | undefined) => FoundOperation;

const finders = new WeakMap<DocumentSchema, FindOperation>();

/** Returns the function for the documents of an executor, which all worlds share. */
export function operationFinder(executor: DocumentSchema): FindOperation {
  let find = finders.get(executor);
  if (!find) finders.set(executor, (find = createFinder(executor)));
  return find;
}

function createFinder(executor: DocumentSchema): FindOperation {
  const cache = new LRUCache<string, FoundOperation>({ maxSize: 4_000_000, sizeCalculation: (_, key) => key.length });
  return (query, sentName) => {
    const key = `${sentName ?? ''} ${query}`;
    let found = cache.get(key);
    if (!found) cache.set(key, (found = findOperation(executor, query, sentName || null)));
    return found;
  };
}

const isOperation = (node: DefinitionNode) => node.kind === Kind.OPERATION_DEFINITION;

function findOperation({ schema, parse }: DocumentSchema, query: string, sentName: string | null): FoundOperation {
  try {
    const document = parse(query);
    const operations = document.definitions.filter(isOperation);
    const named = operations.filter(({ name }) => sentName === null || name?.value === sentName);
    const operationName = sentName ?? (operations.length === 1 ? (operations[0]!.name?.value ?? null) : null);
    const found = named.length === 1 ? separateOperations(document)[named[0]!.name?.value ?? '']! : document;
    // The first coordinate is a root field, also if the fragments come first.
    const definitions = found.definitions.toSorted((a, b) => Number(isOperation(b)) - Number(isOperation(a)));
    const typeInfo = new TypeInfo(schema);
    const coordinates = new Set<string>();
    visit(
      { ...found, definitions },
      visitWithTypeInfo(typeInfo, {
        Field({ name: { value: name } }) {
          // Clients add `__typename` everywhere, and it belongs to no type.
          if (name !== '__typename' && typeInfo.getFieldDef())
            coordinates.add(`${typeInfo.getParentType()!.name}.${name}`);
        },
      }),
    );
    return { operationName, coordinates: [...coordinates] };
  } catch {
    // A syntax error, a fragment without a name, or more nested levels than the stack has room for.
    return { operationName: sentName, coordinates: [] };
  }
}
