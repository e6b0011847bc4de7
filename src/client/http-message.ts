import type { Actor } from './actor.ts';

/** Whether a URL points to this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** An HTTP request to a target. */
export interface TargetRequest {
  /** Whose credentials its headers have, for the list of writes. */
  actor?: Actor;
  method: string;
  /** What follows the URL of the endpoint, such as `/sign_in`. Default: nothing. */
  path?: string;
  headers: Record<string, string>;
  body?: string;
}

/** The value of a header, whose name is in lower case; undefined if the request does not have it. */
export const headerOf = ({ headers }: Pick<TargetRequest, 'headers'>, name: string): string | undefined =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];

/** Builds the POST request of a GraphQL operation. */
export const graphqlRequest = (
  query: string,
  variables: Record<string, unknown>,
  headers: Record<string, string>,
  operationName?: string,
): TargetRequest => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ query, variables, operationName }),
});

/** An HTTP response of a target. */
export interface TargetResponse {
  status: number;
  /** The Content-Type header; empty if absent. */
  contentType: string;
  /** The body, or its beginning if it is long. */
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
  /** Why the body is no valid response, such as `the response is longer than 10 MB`. */
  problem?: string;
  /** Where a redirect leads; it is not followed. */
  location?: string;
  /** The Retry-After header: seconds, or a date of HTTP. */
  retryAfter?: string;
  milliseconds: number;
}

/** Why a response is no GraphQL response, in a few words. */
export const describeResponse = ({ status, problem, location }: TargetResponse): string =>
  `status ${status}${location === undefined ? '' : `, a redirect to ${location} that is not followed`}${problem ? `, ${problem}` : ''}`;

/** A place where a response differs from the expected one. */
export interface Difference {
  /** Path in the response, joined with dots. */
  path: string;
  expected: unknown;
  actual: unknown;
}
