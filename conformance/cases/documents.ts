import { type DocumentNode, parse } from 'graphql';

const documents = new Map<string, DocumentNode | undefined>();

/** A document, parsed once; undefined for one that a case gets wrong on purpose. */
export function parseDocument(query: string): DocumentNode | undefined {
  if (!documents.has(query)) documents.set(query, tryToParse(query));
  return documents.get(query);
}

function tryToParse(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}
