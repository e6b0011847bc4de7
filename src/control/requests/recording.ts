import type { GraphQLRequest } from '../../graphql/executor.ts';
import type { Exchange } from './exchange.ts';

/** The codes, and the messages, of a result without errors. */
export const noErrors: readonly never[] = [];

/** What is shown of a recorded GraphQL request. */
export type ShownRequest = Pick<Exchange, 'operationName' | 'coordinates' | 'variables'>;

/** What the server notes about a request while it responds. The exchange is derived from it when it is read. */
export class Recording {
  /** The GraphQL request, or what reads it again from its body; undefined if nothing was executed. */
  request: ShownRequest | (() => GraphQLRequest) | undefined;
  /** Reads the whole GraphQL request; undefined if nothing was executed, or if it is too long. */
  readRequest: (() => GraphQLRequest) | undefined;
  /** How many characters `readRequest` keeps in memory. */
  requestLength = 0;
  user: number | null = null;
  errorCodes: readonly (string | null)[] = noErrors;
  errorMessages: readonly string[] = noErrors;
  fault: string | null = null;
  /** The header `traceparent`; undefined if there was none, or a malformed one. */
  traceparent: string | undefined;
  reason: string | undefined;
  application: string | undefined;
  scopes: readonly string[] | undefined;
  /** Undefined until the recording is added to the recorded requests. */
  id: number | undefined;
  status: number | null = null;
  milliseconds = 0;
  waiting = false;
  /** The exchange that is shown; undefined until it is read. */
  exchange: Exchange | undefined;

  /** Times are milliseconds: `time` since 1970, `startedAt` of `performance.now()`. */
  constructor(
    readonly method: string,
    readonly path: string,
    public time: number,
    readonly startedAt: number,
  ) {}
}
