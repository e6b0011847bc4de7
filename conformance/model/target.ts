import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import type { Actor } from '../cases/load.ts';
import type { TargetResponse } from '../judge/judge.ts';
import type { Exchange } from '../runner/run-step.ts';

/** A request as it is sent; the body is text. */
export interface TargetRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** A GraphQL request as it is sent. */
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

/** The environment variable that stands for an actor's token. */
export const tokenVariable = (actor: Actor): string => `PLENUM_${actor.toUpperCase()}_TOKEN`;

/** What is judged: a deployment, and how to reach it. */
export interface Target {
  /** Where requests go. */
  url: string;
  dialect: SuiteDialect;
  /** Names that cases use for its components and records, such as `meetings`: the id of one where participants may create. */
  placeholders: Record<string, unknown>;
  /** The name of the environment variable, or file, that an actor's token is taken from: for the reports. */
  credentialSource(actor: Actor): string;
  /** Every secret that was used, with the name to show in its place. */
  secrets(): { secret: string; name: string }[];
  /** Makes it as it was in the beginning, where that can be done. */
  reset?(): Promise<void> | void;
  /** The headers that make a request one of the actor. */
  authorizationHeaders(actor: Actor): Promise<Record<string, string>>;
  send(request: TargetRequest): Promise<TargetResponse>;
  close(): Promise<void>;
}

/** Whether a URL is one of this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** A request that got no answer: refused, cut off, or later than the time that was given. */
export class NoResponseError extends Error {
  /** The exchange of a case that it ended. */
  exchange?: Exchange;
}

/** Sends a request over HTTP and reads the whole answer, within so many milliseconds; NoAnswer when there is none. */
export async function sendHttp(
  url: string,
  { method, headers, body }: TargetRequest,
  timeout: number,
): Promise<TargetResponse> {
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      contentType,
      text,
      json: parsed(text),
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    const { name, message, cause } = error as Error;
    const reason =
      name === 'TimeoutError' ? `no answer within ${timeout} ms` : ((cause as Error | undefined)?.message ?? message);
    throw new NoResponseError(reason);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
