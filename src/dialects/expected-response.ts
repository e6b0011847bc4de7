/** The response that a step requires; `case.schema.json` describes each form. */
export type ExpectedResponse =
  | ExpectedError
  | { data: object | null }
  /** Each text is in the message of a request error, or is its code. */
  | { requestError: string[] }
  | ExpectedStatus
  | { oneOf: ExpectedResponse[] };

/** A response without GraphQL data. */
export interface ExpectedStatus {
  /** The allowed HTTP status codes. */
  status: number[];
  /** The media type of the body, without parameters. */
  mediaType?: string;
  /** The body: a pattern of its JSON, or a text. */
  body?: unknown;
}

/** A response with exactly one error; null means that the error has no code or no path. */
export interface ExpectedError {
  errorCode: string | null;
  path: (string | number)[] | null;
  data: object | null;
  /** Attributes that the error lists, by the names of the input, joined with dots. */
  invalidAttributes?: string[];
}
