import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from '../dialects/suite-dialect.ts';
import { isJsonObject } from '../json-object.ts';
import type { Actor } from './actor.ts';
import type { TargetRequest, TargetResponse } from './http-message.ts';
import { createRedactor } from './redactor.ts';

/** A server under test and how to reach it. */
export interface Target {
  /** URL of the GraphQL endpoint. */
  url: string;
  dialect: SuiteDialect;
  /** Values of the placeholders in cases, such as `meetings`: the id of a meetings component. */
  placeholders: Record<string, unknown>;
  /** The placeholders of records that existed before the run and may be changed. */
  mayChange: ReadonlySet<string>;
  /** The ids of the users that the target file names as actors. */
  actorIds: Partial<Record<Actor, string>>;
  /** Why an actor cannot sign in, such as a variable that is not set; undefined if it can. */
  missingCredentials(actor: Actor): string | undefined;
  /** Why no person can sign in with an application; undefined if one can. */
  missingOAuth?: string;
  /** Name of the environment variable or file that the token of an actor comes from, for messages and reports. */
  credentialSource(actor: Actor): string;
  /** Every secret that requests use. */
  secrets(): Secret[];
  /** Resets the data to its initial state; undefined for a target that cannot be reset. */
  reset?(): Promise<void> | void;
  /** Lets time pass on its clock until the next reset; undefined for a target whose clock is not the suite's. */
  passTime?(seconds: number): void;
  /** The headers that authenticate an actor. */
  authorizationHeaders(actor: Actor): Promise<Record<string, string>>;
  /** Signs an actor in again whose session has ended; whether it had. Undefined if it never signs in. */
  renewSession?(actor: Actor): Promise<boolean>;
  /** The response to `GET /`, which is only sent once; undefined if there is none. */
  readRoot(): Promise<TargetResponse | undefined>;
  /** Sends a request; rejects with a NoResponseError if no complete response arrives in time. */
  send(request: TargetRequest, onHeaders?: (headers: Headers) => void): Promise<TargetResponse>;
  close(): Promise<void>;
}

/** A token, key or secret, and the name that replaces it in reports. */
export interface Secret {
  name: string;
  secret: string;
}

/** A request without a complete response: the connection failed or the time limit passed. */
export class NoResponseError extends Error {
  /** URL of the endpoint that did not respond. */
  server?: string;
  /** Whether the connection ended before anything of a response was sent. */
  hasEnded?: boolean;
}

/**
 * A server that cannot respond for now: it limits requests, a gateway answers in its place, or connections to it end, also after
 * the request was repeated. It says nothing about how the server behaves.
 */
export class UnavailableError extends NoResponseError {}

/** A request that is not sent, because of what it could do. */
export class NotSentError extends Error {}

/** Runs what asks a server. That it does not respond, or is aborted, is a CommandError. Messages, which may quote the server, have no secret. */
export async function withCommandErrors<T>(
  { url, secrets, signal }: { url: string; secrets: () => Secret[]; signal?: AbortSignal | undefined },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (signal?.aborted) throw new CommandError('interrupted', exitCodes.interrupted);
    const isExpected =
      error instanceof CommandError || error instanceof NoResponseError || error instanceof NotSentError;
    if (!isExpected) throw error;
    const message = createRedactor(secrets)(error.message);
    if (error instanceof CommandError) throw new CommandError(message, error.exitCode);
    if (error instanceof NotSentError)
      throw new CommandError(`a request to ${url} is not sent: ${message}`, exitCodes.unreachable);
    const server = error instanceof NoResponseError && error.server !== undefined ? error.server : url;
    throw new CommandError(`${server} is unreachable: ${message}`, exitCodes.unreachable);
  }
}

/** What a stand-in says of itself at `GET /`. */
export interface StandInIdentity {
  name: 'plenum';
  world?: unknown;
  dialect?: unknown;
  time?: unknown;
}

/** Sends `GET /` to the server of an endpoint; undefined if there is no response. */
export const readRoot = (
  send: (request: TargetRequest) => Promise<TargetResponse>,
): Promise<TargetResponse | undefined> =>
  send({ method: 'GET', headers: {} }).catch((error: unknown) => {
    if (error instanceof NoResponseError) return undefined;
    throw error;
  });

/** What a response to `GET /` says of a stand-in; undefined if the server is none. */
export const standInIdentity = (root: TargetResponse | undefined): StandInIdentity | undefined =>
  isJsonObject(root?.json) && root.json['name'] === 'plenum' ? { ...root.json, name: 'plenum' } : undefined;

/** What a run may send: reads, mutations that the server validates but skips, or everything. */
export type Mode = 'observe' | 'validate' | 'write';
