import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse as parseAsGraphqlJs,
  print,
  visit,
} from 'graphql';
import { parse as parseAsGraphqlRuby } from '../dialects/graphql-ruby/parser.ts';

/** Why a document is not sent: a server could read it in another way than the stand-in does. */
export class AmbiguousDocumentError extends Error {}

/** The operation of a document that a request executes, as every server reads it. */
export interface UnambiguousDocument {
  operation: OperationDefinitionNode;
  /** The operation and the fragments that it uses. */
  document: DocumentNode;
  /** The text of `document` in the normal form. */
  text: string;
  /** Whether the document has nothing else. */
  isWhole: boolean;
  /** The kinds of all operations of the document, those that are not executed included. */
  kinds: ReadonlySet<string>;
}

const limits = { maxTokens: 20_000, maxNesting: 500 };

const readers: readonly ((text: string) => DocumentNode)[] = [
  (text) => parseAsGraphqlJs(text, { noLocation: true, maxTokens: limits.maxTokens }),
  (text) => parseAsGraphqlRuby(text, limits),
];

/**
 * Reads the operation that a request executes. Throws an AmbiguousDocumentError unless graphql-js and graphql-ruby both read
 * the document, read the same, and find one operation to execute.
 */
export function readUnambiguously(query: string, operationName?: string | null): UnambiguousDocument {
  return withReason(() => {
    const [document, other] = readers.map((read) => read(query)) as [DocumentNode, DocumentNode];
    if (normalForm(document) !== normalForm(other)) throw new AmbiguousDocumentError(disagreement);
    const { operation, definitions } = selectOperation(document, operationName);
    const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    const chosen: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    return {
      operation,
      document: chosen,
      text: printUnambiguously(chosen),
      isWhole: definitions.length === document.definitions.length,
      kinds: new Set(operations.map((each) => each.operation)),
    };
  });
}

/** Whether graphql-js and graphql-ruby both read a document, and read the same. */
export function isUnambiguous(text: string): boolean {
  try {
    const [form, other] = readers.map((read) => normalForm(read(text)));
    return form === other;
  } catch {
    return false;
  }
}

/**
 * Prints a document in a normal form: without comments, and with every string in quotes and escaped, because servers differ in
 * where comments and block strings end. Throws an AmbiguousDocumentError unless graphql-js and graphql-ruby read the text as it
 * was meant.
 */
export function printUnambiguously(document: DocumentNode): string {
  return withReason(() => {
    const text = normalForm(document);
    if (readers.some((read) => normalForm(read(text)) !== text)) throw new AmbiguousDocumentError(disagreement);
    return text;
  });
}

// Without one of these words, no server can read anything but queries.
const mentionsWrite = /\b(?:mutation|subscription)\b/;

/** Whether graphql-js or graphql-ruby finds an operation in a text that is not a query, or cannot judge the text. */
export const mayWrite = (text: string): boolean =>
  mentionsWrite.test(text) &&
  readers.some((read) => {
    try {
      return read(text).definitions.some(
        (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation !== 'query',
      );
    } catch (error) {
      // Nobody executes a document with a syntax error.
      return !(error instanceof GraphQLError) || /tokens|too large/.test(error.message);
    }
  });

const disagreement = 'servers could read the document in different ways';

/** Errors of the parsers, and a stack that is exhausted, become reasons. */
function withReason<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new AmbiguousDocumentError('the document is nested too deep');
    if (error instanceof GraphQLError) throw new AmbiguousDocumentError('the document has a syntax error');
    throw error;
  }
}

const normalForm = (document: DocumentNode): string =>
  print(visit(document, { StringValue: (node) => ({ kind: node.kind, value: node.value, block: false }) }));

/** The operation with this name, or the only one, and the fragments that it uses. */
function selectOperation({ definitions }: DocumentNode, name: string | null | undefined) {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  if (operations.length + fragments.length < definitions.length)
    throw new AmbiguousDocumentError('the document has a type system definition');
  const found = operations.filter((each) => (name ?? undefined) === undefined || each.name?.value === name);
  if (found.length !== 1) throw new AmbiguousDocumentError('the request does not select one operation of the document');
  const operation = found[0]!;
  const used = fragmentsBelow(operation, fragments);
  return { operation, definitions: definitions.filter((each) => each === operation || used.has(each)) };
}

function fragmentsBelow(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): Set<DefinitionNode> {
  const used = new Set<DefinitionNode>([operation]);
  // The set grows while it is iterated over, and has each definition once.
  for (const definition of used)
    visit(definition, {
      FragmentSpread({ name }) {
        for (const each of fragments) if (each.name.value === name.value) used.add(each);
      },
    });
  return used;
}
