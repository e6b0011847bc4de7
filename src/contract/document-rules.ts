import type { GraphQLSchema } from 'graphql';

/** An error of validation, as the server sends it; some codes have names in `extensions`. */
export interface DocumentError {
  message: string;
  extensions: Record<string, unknown>;
}

/** What a server says about a document before it executes it. */
export interface CheckedDocument {
  /** What it always sends, in its order; empty if it executes the document. */
  errors: DocumentError[];
  /** What it sends with some values of the variables: if everything is included, and pages have the maximum size. */
  possibleErrors: DocumentError[];
}

/** A part of the schema that behaves differently in some releases. */
export interface BehaviorNote {
  /** The fields, by schema coordinate; `*` stands for every type. */
  coordinates: string[];
  /** The argument that it depends on, with its values; without it, every use of a field. */
  argument?: { name: string; values: string[] };
  /** What a client notices. */
  message: string;
}

/** A part that other releases have under another name. */
export interface RenamedPart {
  before: string;
  after: string;
  /** The first dialect with the new name. */
  since: string;
  /** The last dialect that has only the former name. */
  until: string;
}

/** How a dialect judges the documents of clients, without executing them. */
export interface DocumentRules {
  schema: GraphQLSchema;
  /** The longest page of a list. */
  maxPageSize: number;
  /** What clients notice in this release. */
  notes: BehaviorNote[];
  /** The parts that have several names in the releases of its family. */
  renamed: { types: RenamedPart[]; fields: RenamedPart[] };
  /** Checks the only operation of a document, for a viewer without permissions. */
  check(document: string): CheckedDocument;
}
