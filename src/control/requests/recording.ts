import type { GraphQLRequest } from '../../contract/executor.ts';
import type { DocumentOperations } from './document-operations.ts';
import type { Exchange } from './exchange.ts';

const noCodes: readonly (string | null)[] = [];

/** What the server notes about a request while it responds. The journal derives the exchange from it when it is read. */
export class Recording {
  /** Undefined if nothing was executed. */
  document: DocumentOperations | undefined;
  operationName: string | null | undefined;
  /** As the client sent them or, if they can be large, as the journal shows them. */
  variables: GraphQLRequest['variables'];
  areVariablesShown = false;
  user: number | null = null;
  errorCodes = noCodes;
  fault: string | null = null;
  /** Undefined until the recording is in the journal. */
  id: number | undefined;
  status: number | null = null;
  milliseconds = 0;
  /** What the journal shows; undefined until it is read. */
  exchange: Exchange | undefined;

  /** Times are milliseconds: `time` since 1970, `startedAt` of `performance.now()`. */
  constructor(
    readonly method: string,
    readonly path: string,
    readonly time: number,
    readonly startedAt: number,
  ) {}
}
