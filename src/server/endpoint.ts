import type { ExecutionResult } from 'graphql';
import type Koa from 'koa';
import type { RequestContext } from '../graphql/context.ts';
import type { Executor, GraphQLRequest } from '../graphql/executor.ts';
import type { User } from '../records/records.ts';
import type { Store } from '../store/store.ts';
import type { Authentication } from './auth/authentication.ts';
import type { ForeignOriginGuard } from './http/origins.ts';
import type { FailureLimit } from './http/sign-in.ts';

/** The world that a request acts on, as an endpoint sees it. */
export interface EndpointWorld {
  readonly store: Store;
  readonly authentication: Authentication;
  /** The folder with the files of records; without one, pictures are those of the package. */
  readonly filesFolder?: string | undefined;
}

/** An application, by the token that came with a request. */
export interface RequestApplication {
  clientId: string | null;
  scopes: ReadonlySet<string>;
}

/** What the steps of the server have found out about a request before its endpoint is called. */
export interface RequestState {
  world: EndpointWorld;
  /** The user who sent the request; null if anonymous. Set before plug-ins, and by the endpoints that need it. */
  viewer?: User | null;
  /** The application that sent the request, and what it may do; undefined if no application did. */
  application?: RequestApplication | undefined;
  /** Why the request failed or is refused, in plain words: for the log, the recorded requests and the header `X-Plenum-Reason`. */
  reason?: string;
  /** The body of the request; undefined if it was not read. */
  bodyText?: string;
}

/** A request on its way through the steps of the server. */
export type Context = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

/** A request that failed outside GraphQL execution. */
export interface RequestFailure {
  status: number;
  /** What the client may read: that of the error, or `Internal error` for a bug. */
  message: string;
  /** Whether the error is a defect of the server, not of the request. */
  isBug: boolean;
  error: Error;
}

export interface TextResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** How people sign in. */
export interface OAuthSettings {
  /** Nickname, name or e-mail address of the person who consents to everything; undefined if people are asked. */
  autoUser?: string | undefined;
  /** Whether everybody who sees the sign-in page may sign in as anybody. */
  hasPicker: boolean;
}

/** What the endpoints of a dialect need of the server. */
export interface EndpointServer {
  executor: Executor<RequestContext>;
  /** Executes a GraphQL request for a user. Returns when every write that the result can show is stored for good. */
  execute(ctx: Context, request: GraphQLRequest, viewer: User | null): ExecutionResult | Promise<ExecutionResult>;
  refuseForeignOrigin: ForeignOriginGuard;
  signInLimit: FailureLimit;
  oauth: OAuthSettings;
}

/** How a dialect speaks HTTP. */
export interface DialectHttp {
  /** The header `Cache-Control`, unless an endpoint sets another one. */
  cacheControl: string;
  /** Sets the CORS headers, and responds to preflights. */
  cors: Middleware;
  formatError(failure: RequestFailure, ctx: Koa.Context): TextResponse;
  /** Creates the endpoints for GraphQL, sign-in and sign-out, and the responses to all other requests. */
  createEndpoints(server: EndpointServer): Middleware;
  /** Finds the user of a request; null if it is anonymous. */
  findViewer(ctx: Context): User | null | Promise<User | null>;
}
