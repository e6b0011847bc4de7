/** The sender of a recorded request: a user of the demo world, or a client without a valid token. */
export type RecordedActor = 'admin' | 'member' | 'other' | 'anonymous' | 'garbage' | 'tampered' | 'signed-out';

/** A recorded request; its path starts with `/api`, and its body is either JSON or text. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** A response. A recorded body is either JSON or text; a received body is text, and also JSON if it parses. */
export interface RecordedResponse {
  status: number;
  /** Undefined if the headers were not recorded. */
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** A request and the response of a deployment. */
export interface RecordedExchange {
  /** The group, a slash, and the name within the group. */
  name: string;
  order: number;
  actor: RecordedActor;
  request: RecordedRequest;
  response: RecordedResponse;
  /** The document that describes the response data, if it is not the document of the request. */
  document?: string;
  /** Reduces a received response to the part that was recorded; without it, the whole response was recorded. */
  selectRecordedPart?(response: RecordedResponse): RecordedResponse;
}

/** The group of an exchange. */
export const groupOf = ({ name }: Pick<RecordedExchange, 'name'>): string => name.split('/')[0]!;
