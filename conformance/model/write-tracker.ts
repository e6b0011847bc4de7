import type { DocumentNode } from 'graphql';
import type { Actor } from '../../src/client/actor.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';

/** A GraphQL operation as a case contains it. */
export interface SentOperation {
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string;
  actor: Actor;
  /** Whether the target file allows that what it creates stays. */
  mayStay?: boolean;
}

/** Observes the mutations of a run on a deployment, to undo them later. */
export interface WriteTracker {
  /** Reads what the operation will overwrite, and returns the document to send instead. */
  prepare(operation: SentOperation): Promise<DocumentNode>;
  /** Records what the operation wrote, or may have written if there is no response. */
  record(operation: SentOperation, response: TargetResponse | undefined): void;
  /** Removes from a response what only the document of `prepare` selects. */
  restoreResponse(response: TargetResponse): TargetResponse;
}
