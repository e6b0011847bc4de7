import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse as parseAsGraphqlJs,
  isExecutableDefinitionNode,
  print,
  visit,
} from 'graphql';
import { parse as parseAsGraphqlRuby } from '../dialects/graphql-ruby/parser.ts';

/** Why a document is not sent: a server could read it in another way than the stand-in does. */
export class AmbiguousDocumentError extends Error {}

const limits = { maxTokens: 20_000, maxNesting: 500 };

const readers: readonly ((text: string) => DocumentNode)[] = [
  (text) => parseAsGraphqlJs(text, { noLocation: true, maxTokens: limits.maxTokens }),
  (text) => parseAsGraphqlRuby(text, limits),
];

/**
 * Reads a document with one operation. Throws an AmbiguousDocumentError unless graphql-js and graphql-ruby both read the document,
 * and read the same.
 */
export const readUnambiguously = (query: string): { document: DocumentNode; operation: OperationDefinitionNode } =>
  withReason(() => {
    const [document, other] = readers.map((read) => read(query)) as [DocumentNode, DocumentNode];
    if (normalForm(document) !== normalForm(other)) throw new AmbiguousDocumentError(disagreement);
    if (document.definitions.some((each) => !isExecutableDefinitionNode(each)))
      throw new AmbiguousDocumentError('the document has a type system definition');
    const [operation, ...others] = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    if (!operation || others.length > 0)
      throw new AmbiguousDocumentError('the request does not select one operation of the document');
    return { document, operation };
  });

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
