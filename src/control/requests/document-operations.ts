import { Kind, TypeInfo, getOperationAST, separateOperations, visit, visitWithTypeInfo } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../graphql/executor.ts';

type DocumentSchema = Pick<Executor<never>, 'schema' | 'parse'>;

/** An operation of a document. */
interface FoundOperation {
  operationName: string | null;
  /** Those of the fields that it selects, such as `Query.component`, without `__typename`. */
  coordinates: readonly string[];
}

/** What was found, by executor, which all worlds share. */
const caches = new WeakMap<DocumentSchema, LRUCache<string, FoundOperation>>();

/**
 * Finds the operation with the name that the client sent, or the only one of the document. Without such an operation, the
 * coordinates are those of all.
 */
export function findOperation(
  executor: DocumentSchema,
  query: string,
  sentName: string | null | undefined,
): FoundOperation {
  let cache = caches.get(executor);
  if (!cache)
    caches.set(executor, (cache = new LRUCache({ maxSize: 4_000_000, sizeCalculation: (_, key) => key.length })));
  const key = `${sentName ?? ''} ${query}`;
  let found = cache.get(key);
  if (!found) cache.set(key, (found = readOperation(executor, query, sentName || null)));
  return found;
}

function readOperation({ schema, parse }: DocumentSchema, query: string, sentName: string | null): FoundOperation {
  try {
    const document = parse(query);
    const operation = getOperationAST(document, sentName);
    const found = operation ? separateOperations(document)[operation.name?.value ?? '']! : document;
    // The first coordinate is a root field, also if the fragments come first.
    const definitions = found.definitions.toSorted(
      (a, b) => Number(b.kind === Kind.OPERATION_DEFINITION) - Number(a.kind === Kind.OPERATION_DEFINITION),
    );
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
    return { operationName: sentName ?? operation?.name?.value ?? null, coordinates: [...coordinates] };
  } catch {
    // A syntax error, a fragment without a name, or more nested levels than the stack has room for.
    return { operationName: sentName, coordinates: [] };
  }
}
