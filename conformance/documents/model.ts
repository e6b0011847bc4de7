import type { ExecutableDefinitionNode } from 'graphql';

/** A GraphQL text in a file, whose lines and columns are those of the file. */
export interface SourceText {
  /** Relative to the working folder, with slashes. */
  file: string;
  text: string;
}

/** A place where a document is, or should be, that nothing can be said about. */
export interface NotReadable {
  file: string;
  line: number;
  column?: number;
  reason: string;
  /** Whether the text is no GraphQL, so that every server refuses it. */
  isInvalid?: boolean;
}

/** An operation or fragment, and where it is. */
export interface Definition {
  node: ExecutableDefinitionNode;
  source: SourceText;
}

/** An operation of a client, with the fragments that it uses, wherever they are. */
export interface ClientOperation {
  /** Its file and name, such as `src/page.graphql#Page`, with a number if a file has several of the name. */
  id: string;
  file: string;
  /** The line of the operation's first word. */
  line: number;
  /** Null for an anonymous operation. */
  name: string | null;
  kind: 'query' | 'mutation' | 'subscription';
  /** What the client sends: the operation, then its fragments. */
  text: string;
  definitions: Definition[];
}

/** What was found in a client's files. */
export interface FoundOperations {
  operations: ClientOperation[];
  notReadable: NotReadable[];
}

/** A part of the schema that documents use. */
export interface UsedCoordinate {
  /** Such as `Proposal.likesCount`. */
  coordinate: string;
  places: { file: string; line: number }[];
  /** The targets where it is deprecated, and where it does not exist. */
  deprecated: string[];
  gone: string[];
}

/** What a report about documents has beside its results, of which each operation has one for each target, with the id `target/operation`. */
export interface DocumentsOfReport {
  /** Dialects, schema files and URLs. */
  targets: string[];
  operations: Pick<ClientOperation, 'id' | 'file' | 'line' | 'name' | 'kind'>[];
  /** Only if it was asked for. */
  usage?: UsedCoordinate[];
  /** What the reader must know, such as what a check of a deployment cannot see. */
  notes: string[];
}
