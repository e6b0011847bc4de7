import { type DefinitionNode, type FragmentDefinitionNode, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
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

function findOperation({ schema, parse }: DocumentSchema, query: string, sentName: string | null): FoundOperation {
  try {
    const { definitions } = parse(query);
    const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    const named = operations.filter(({ name }) => sentName === null || name?.value === sentName);
    const found = named.length === 1 ? named : operations;
    const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    const operationName = sentName ?? (operations.length === 1 ? (operations[0]!.name?.value ?? null) : null);
    const typeInfo = new TypeInfo(schema);
    const coordinates = new Set(found.flatMap((each) => coordinatesOf(each, fragments, typeInfo)));
    return { operationName, coordinates: [...coordinates] };
  } catch {
    // A syntax error, or more nested levels than the stack has room for.
    return { operationName: sentName, coordinates: [] };
  }
}

function coordinatesOf(
  operation: DefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  typeInfo: TypeInfo,
): string[] {
  const coordinates = new Set<string>();
  // The set grows while it is iterated over, and has each definition once.
  const selecting = new Set([operation]);
  for (const definition of selecting)
    visit(
      definition,
      visitWithTypeInfo(typeInfo, {
        Field({ name: { value: name } }) {
          // Clients add `__typename` everywhere, and it belongs to no type.
          if (name !== '__typename' && typeInfo.getFieldDef())
            coordinates.add(`${typeInfo.getParentType()!.name}.${name}`);
        },
        FragmentSpread({ name: spread }) {
          // A dialect may have refused a fragment without a name.
          for (const each of fragments) if ((each.name?.value ?? '') === spread.value) selecting.add(each);
        },
      }),
    );
  return [...coordinates];
}
