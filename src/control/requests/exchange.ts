/** One request and its response, as recorded requests show them. */
export interface Exchange {
  /** Counts up from 1, also after the requests were cleared. */
  readonly id: number;
  /** When the request arrived, by the clock of the world, in ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The path of the URL, without the query string. */
  readonly path: string;
  /** The name that the client sent, or else that of the only operation of the document. */
  readonly operationName: string | null;
  /** The coordinates of the fields that the operation selects, such as `Query.component`, without `__typename`. */
  readonly coordinates: readonly string[];
  /** The id of the user for whom the operation was executed; null for an anonymous request, and if nothing was executed. */
  readonly user: number | null;
  /** The variables without secrets; long values are cut. Null if there are none. */
  readonly variables: Readonly<Record<string, unknown>> | null;
  /** The HTTP status; null if the connection ended before there was a response. */
  readonly status: number | null;
  /** Whether the client still waits, because a fault lets the request hang. */
  readonly waiting: boolean;
  /** The code of each error in the result, in order; null for an error without a code. */
  readonly errorCodes: readonly (string | null)[];
  /** The messages of the first 10 errors in the result; long ones are cut, and those with a secret are withheld. */
  readonly errorMessages: readonly string[];
  /** How long the server took to respond. */
  readonly milliseconds: number;
  /** The id of the fault that was applied. */
  readonly fault: string | null;
  /** The `clientId` of the application that sent the request; absent if none did. */
  readonly application?: string;
  /** The scopes that the application had. */
  readonly scopes?: readonly string[];
  /** The valid header `traceparent` of W3C Trace Context; absent if the request had none. */
  readonly traceparent?: string;
  /** Why the request was refused, in plain words; absent if the response says all. */
  readonly reason?: string;
}
