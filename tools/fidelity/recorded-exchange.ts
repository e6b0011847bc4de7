/** Who sent a request: a user of the demo world, or one of those whose token is not right. */
export type RecordedActor = 'admin' | 'member' | 'other' | 'anonymous' | 'garbage' | 'tampered' | 'signed-out';

/** A request as it was sent, its path below that of the origin; a body is JSON or text. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** An answer: a recorded one has its body as JSON or as text, one that was received as both where it can. */
export interface RecordedResponse {
  status: number;
  /** Left out where it was not recorded which there were. */
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** A request and what a deployment answered to it; the group stands before the name's slash. */
export interface RecordedExchange {
  name: string;
  order: number;
  actor: RecordedActor;
  request: RecordedRequest;
  response: RecordedResponse;
  /** The document that the answer's data is read by, when it is not that of the request. */
  document?: string;
  /** The part of an answer that was recorded, when it is not the whole. */
  selectRecordedPart?(answer: RecordedResponse): RecordedResponse;
}

/** The group of an exchange. */
export const groupOf = ({ name }: Pick<RecordedExchange, 'name'>): string => name.split('/')[0]!;
