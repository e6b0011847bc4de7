import type { ExecutionResult, GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import type Koa from 'koa';
import type { AttributeError } from '../errors.ts';
import type { User } from '../records/records.ts';
import type { CheckAddedMember } from '../records/validate.ts';
import type { Store } from '../store/store.ts';
import type { Behavior } from './behavior.ts';
import type { Executor, GraphQLRequest, OperationAuthorizer } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Visibility } from '../graphql/visibility.ts';
import type { Authentication } from '../server/auth/authentication.ts';
import type { ForeignOriginGuard } from '../server/http/origins.ts';
import type { FailureLimit } from '../server/http/sign-in.ts';

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

/** The values of fields that the store does not back: mock values, or null and empty lists. */
export type MockMode = 'mock' | 'empty';

/** Permission checks by schema coordinate, in addition to `@auth`: whether the viewer may use the field on a record. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Permissions = Record<string, (record: any, context: RequestContext, args: any) => boolean>;

/** The context in which an input's attributes are validated. */
export interface AttributeContext {
  store: Store;
  /** The component on which the mutation is called. */
  componentId: number;
  /** The record to update, or the component of a new record. */
  record: { id: number };
  /** The locale of the input. */
  locale: string;
}

/** Validates the attributes of one input type. */
export interface AttributeValidator {
  /** The names of the attributes that are locale maps. */
  localeMaps: string[];
  /** Turns attributes into the form that is validated, and that the mutation gets in their place. Default: they stay as they are. */
  // The attributes have the type of the input.
  // oxlint-disable-next-line typescript/no-explicit-any
  read?(attributes: any, context: AttributeContext): unknown;
  /** Returns every error, in the order of the fields in the contract; undefined if the form is valid. */
  // oxlint-disable-next-line typescript/no-explicit-any
  validate(form: any, context: AttributeContext): AttributeError[] | undefined;
}

/** Creates the validator of an input's attributes type. */
export type CreateAttributeValidator = (schema: GraphQLSchema, type: GraphQLInputObjectType) => AttributeValidator;

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

/** The server side of a dialect: how its deployments differ from the contract. */
export interface ServerDialect {
  /** The name of the release of Decidim; undefined if it is none. */
  release?: string;
  /** Creates the executable schema; the server adds authorization and input validation. */
  createSchema(mockMode: MockMode): GraphQLSchema;
  /** Who may see which records. */
  visibility: Visibility;
  permissions?: Permissions;
  /** If omitted, attributes are validated by the contract's `@constraint` directives. */
  attributeRules?: CreateAttributeValidator;
  /** Creates the executor of GraphQL requests. */
  createExecutor(schema: GraphQLSchema, authorize: OperationAuthorizer<RequestContext>): Executor<RequestContext>;
  behavior: Behavior;
  http: DialectHttp;
  /** Judges the members of records that are values of fields which a town adds. If omitted, there are none. */
  checkAddedMember?: CheckAddedMember;
}
