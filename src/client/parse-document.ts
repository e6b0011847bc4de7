import { type DocumentNode, Kind, parse } from 'graphql';

const parsedDocuments = new Map<string, DocumentNode | undefined>();

/** Parses a document, once for each text; undefined if it has a syntax error. */
export function parseDocument(query: string): DocumentNode | undefined {
  if (!parsedDocuments.has(query)) parsedDocuments.set(query, tryToParse(query));
  return parsedDocuments.get(query);
}

function tryToParse(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

/** Whether a document contains a mutation operation. */
export const containsMutation = (document: DocumentNode | undefined): boolean =>
  document?.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation') ??
  false;
