import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { TObject } from '../../records/schema-builder.ts';
import type { operations } from '../operations/operations.ts';
import type { Identity } from '../operations/server.ts';
import type { DraftCase, ExchangeDetails } from '../requests/exchange.ts';
import type { TestSessions } from '../sessions.ts';
import type { World } from '../world.ts';
import type { Schema } from './schema.ts';

/** The method and the path of an operation, with parameters in braces. */
export type Endpoint = `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
type ParameterNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;
type None = Record<never, never>;

/** The server that the control API acts on. */
export interface ControlledServer {
  identity: Identity;
  sessions: TestSessions;
  /** What `performance.now()` was at the start. */
  startedAt: number;
  /** The token that every request must have; undefined if none is needed. */
  token: string | undefined;
  /** Whether a request comes from a web page that may not use the API. */
  isForeignOrigin(headers: Pick<IncomingHttpHeaders, 'origin' | 'host'>): boolean;
  /** Finds the world of a request by its headers. Throws a RequestError if there can be none. */
  findWorld(headers: IncomingHttpHeaders): World | Promise<World>;
  /** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
  draftCase(details: ExchangeDetails, world: World): Promise<DraftCase>;
}

/** A response that is not JSON. */
export interface RawResponse {
  headers: Record<string, string>;
  body: string | Buffer | Readable;
}

type Result<Response> = Response | RawResponse;

/** A valid request to an operation. */
export interface OperationRequest<E, Query, Body> {
  headers: IncomingHttpHeaders;
  /** Aborts with a ProblemError when the client disconnects. */
  signal: AbortSignal;
  server: ControlledServer;
  /** Every operation of the server. */
  operations: Readonly<Record<string, Operation>>;
  /** The world that the request acts on: that of the test session that it names, or the server's own. */
  world: World;
  /** The parameters of the path. */
  params: Record<ParameterNames<E>, string>;
  query: Query;
  body: Body;
}

/** An operation of the control API. Its types follow from its schemas. */
export interface Operation<E extends Endpoint = Endpoint, Query = unknown, Body = unknown, Response = unknown> {
  endpoint: E;
  /** A sentence for the OpenAPI file and the documentation. */
  summary: string;
  /** Whether the request acts on no world, so that a session that it names is not created. */
  hasNoWorld?: boolean;
  /** Whether the response is sent also while the store of the world is away. */
  needsNoStore?: boolean;
  /** The schema of the query: an object whose members are its parameters. Without one, the query is not read. */
  query?: TObject<Query>;
  /** The schema of the body. Without one, the body must be empty or an object without members. An empty body is one, too. */
  body?: Schema<Body>;
  /** How long the body may be; by default, as long as that of a request to the API. */
  maxBodyBytes?: number;
  /** The schema of the response; if omitted, the response is empty. */
  response?: Schema<Response>;
  /** The media type of a response that is not JSON: `run` then returns a RawResponse. */
  mediaType?: string;
  /** The status of a successful response: by default 200, or 204 if it is empty. */
  status?: number;
  /** Runs the operation and returns its response. Throws a ProblemError if it cannot. */
  run(request: OperationRequest<E, Query, Body>): Result<NoInfer<Response>> | Promise<Result<NoInfer<Response>>>;
}

/** Declares an operation: the one place for its route, validation, OpenAPI, documentation and the types of every client. */
export const operation = <const E extends Endpoint, Query = None, Body = None, Response = void>(
  declaration: Operation<E, Query, Body, Response>,
): Operation<E, Query, Body, Response> => declaration;

type Declared = (typeof operations)[keyof typeof operations];
type At<E> = Extract<Declared, { endpoint: E }>;
type Part<Name extends string, T> = None extends T ? { [N in Name]?: T } : { [N in Name]: T };
type RequestOf<O> =
  O extends Operation<infer E, infer Query, infer Body>
    ? Part<'params', Record<ParameterNames<E>, string>> & Part<'query', Query> & Part<'body', Body>
    : never;

/** The endpoints of the control API. */
export type ControlEndpoint = Declared['endpoint'];
/** What an operation needs, for a client; it may be omitted if the operation needs nothing. */
export type ControlArguments<E> = None extends RequestOf<At<E>> ? [request?: RequestOf<At<E>>] : [RequestOf<At<E>>];
/** What an operation returns to a client. */
export type ControlResponse<E> = At<E> extends Operation<Endpoint, unknown, unknown, infer Response> ? Response : never;
