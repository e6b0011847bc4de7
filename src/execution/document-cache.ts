import type { ASTNode, DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** The memory that the documents of an executor's cache may use, in bytes. A usual document uses about 35,000. */
export const maxCachedBytes = 64_000_000;

// Measured: a node has at most 200 bytes, and its part of a plan 300 more. A character has two bytes, is in the key and in
// the source, and can be a line break, of which a list has the positions.
const bytesPerNode = 600;
const bytesPerCharacter = 12;

/** Keeps the documents that were used last, as long as they fit into memory. Keys contain the text of the document. */
export interface DocumentCache<T> {
  get(key: string): T | undefined;
  /** Keeps a valid document; an invalid one is not kept, because its errors can be much larger than its text. */
  set(key: string, prepared: T): void;
}

/** Creates a cache of documents that were parsed and validated. */
export function createDocumentCache<T extends { document?: DocumentNode }>(): DocumentCache<T> {
  const cache = new LRUCache<string, T>({ maxSize: maxCachedBytes });
  return {
    get: (key) => cache.get(key),
    set(key, prepared) {
      if (!prepared.document) return;
      const size = key.length * bytesPerCharacter + countNodes(prepared.document) * bytesPerNode;
      cache.set(key, prepared, { size });
    },
  };
}

/** Counts the nodes of a tree, and removes its tokens, which only the parser needs and which use as much memory again. */
function countNodes(node: ASTNode): number {
  let count = 1;
  const { loc } = node as { loc?: { startToken?: unknown; endToken?: unknown } };
  if (loc?.startToken) Object.assign(loc, { startToken: undefined, endToken: undefined });
  for (const value of Object.values(node) as unknown[]) {
    if (isNode(value)) count += countNodes(value);
    else if (Array.isArray(value)) for (const child of value) if (isNode(child)) count += countNodes(child);
  }
  return count;
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'kind' in value;
