import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { ExpectedError, ExpectedResponse } from './expected-response.ts';

/** A refused attribute, by its path in the words of the contract: `['title', 'en']`. */
export type AttributePath = string[];

/** How requests and refusals of the contract are put into a deployment's words, and read out of them. */
export interface RequestTranslator {
  /** The document in the deployment's words. */
  translateDocument(document: DocumentNode): DocumentNode;
  /** The variables in the deployment's words. */
  translateVariables(variables: Record<string, unknown>): Record<string, unknown>;
  /** The attributes that an error refuses; empty when it refuses none. */
  parseRefusedAttributes(error: { message?: unknown; extensions?: Record<string, unknown> }): AttributePath[];
}

/** `decidim`: the versions of Decidim. */
export type DialectFamily = 'specification' | 'decidim';

/** How cases, requirements and waivers select a dialect: by its name, by its family, or as one release of several. */
export interface DialectNames {
  name: string;
  family: DialectFamily;
  /** The releases of its family, the oldest first; without them it has no releases. */
  releases?: readonly string[];
}

/** How a deployment speaks the contract. */
export interface SuiteDialect extends DialectNames {
  /** Reads its own schema, once; undefined if it is the contract. */
  readSchema?(): GraphQLSchema;
  /** Whether nobody can sign in, so that every request is anonymous. */
  isAnonymous?: boolean;
  translator: RequestTranslator;
  /** What it responds in place of an error of the contract. Default: the error. */
  responseInPlaceOf?(error: ExpectedError, isMutation: boolean): ExpectedResponse;
}

/** The release in the name of a dialect: `decidim-0.31` of `decidim-0.31+town.graphql`, which has the schema of a town. */
export const releaseIn = (name: string): string => name.split('+', 1)[0]!;

/** The schema in the name of a dialect: `town.graphql` of `decidim-0.31+town.graphql`; undefined if it has none. */
export const schemaIn = (name: string): string | undefined =>
  name.includes('+') ? name.slice(name.indexOf('+') + 1) : undefined;

/** Whether a name is the name of a dialect, of its release or of its family. */
export const isNameOfDialect = (name: string, { name: ownName, family }: DialectNames): boolean =>
  name === ownName || name === releaseIn(ownName) || name === family;

/** The first and the last release that a case, a behavior or a part of the schema holds for; every release if omitted. */
export interface ReleaseRange<Name extends string = string> {
  since?: Name | undefined;
  until?: Name | undefined;
}

/** Whether a dialect is in a range of releases. A dialect without releases, such as the specification, is in all of them. */
export function isInReleases(
  { since, until }: ReleaseRange,
  { name, releases }: Pick<DialectNames, 'name' | 'releases'>,
): boolean {
  if (!releases) return true;
  const position = releases.indexOf(releaseIn(name));
  return (
    (since === undefined || releases.indexOf(since) <= position) &&
    (until === undefined || position <= releases.indexOf(until))
  );
}

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
