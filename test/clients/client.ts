import type { Operation, OperationName } from './operations.ts';

/** What an application asks its GraphQL client to send. */
export interface ClientRequest extends Operation {
  name: OperationName;
  url: string;
  /** Of the actor and of the test session. */
  headers: Record<string, string>;
  dialect: DialectName;
}

export type DialectName = 'specification' | 'decidim-0.32' | 'decidim-develop';

/** What the application gets back: data, an error of the client, or both. */
export interface Outcome {
  data?: unknown;
  error?: SeenError;
}

/** An error as the application sees it. A member is undefined if the client does not tell. */
export interface SeenError {
  /** The name of its class. */
  name: string;
  message?: string;
  /** `extensions.code` of the first GraphQL error. */
  code?: unknown;
  /** The HTTP status. */
  status?: number | undefined;
  /** The header `Retry-After`. */
  retryAfter?: string | undefined;
}

/**
 * What can go wrong: an error of a field, also one whose message is a list, as in Decidim; a result without data; and a
 * response that is no result, is missing, or is cut.
 */
export type Failure = 'fieldError' | 'listMessage' | 'noData' | 'unavailable' | 'lostConnection' | 'cutResponse';

/** The class of the error that a client reports, and what the application can read besides it. */
export interface Report {
  error: string;
  shows: readonly ('data' | 'code' | 'status' | 'retryAfter')[];
}

/** A GraphQL client library. */
export interface Client {
  name: string;
  /** Why the client cannot run here; undefined if it can. */
  skip?: string | undefined;
  /** The headers that it sends with a mutation unless the application sets others. */
  headers: { accept: string; 'content-type': string };
  /** How it reports each failure, with its default options. */
  reports: Record<Failure, Report>;
  /** Sends an operation in the way that the documentation of the client recommends. */
  send(request: ClientRequest): Promise<Outcome>;
}

/** The class of an error. */
export const nameOf = (error: unknown): string => (error as Error).constructor.name;

/** What a response tells besides its body. */
export const responseFacts = (response: Response | undefined): Pick<SeenError, 'status' | 'retryAfter'> => ({
  status: response?.status,
  retryAfter: response?.headers.get('retry-after') ?? undefined,
});
