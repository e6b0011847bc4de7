import type { ExecutionResult, GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { AttributeError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Behavior } from './behavior.ts';
import type { CreateExecute } from './execution/execute-operation.ts';
import type { Executor, GraphQLRequest, OperationAuthorizer } from './executor.ts';
import type { RequestContext } from './request-context.ts';
import type { Sessions } from './sessions.ts';

export type { Context, Middleware };

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
  /** Transforms the attributes before validation; the resolver gets the result. If omitted, attributes pass through unchanged. */
  normalize?(attributes: Record<string, unknown>, context: AttributeContext): Record<string, unknown>;
  /** Returns every error, in the order of the fields in the contract; undefined if the attributes are valid. */
  validate(attributes: Record<string, unknown>, context: AttributeContext): AttributeError[] | undefined;
}

/** Creates the validator of an input's attributes type. */
export type CreateAttributeValidator = (schema: GraphQLSchema, type: GraphQLInputObjectType) => AttributeValidator;

/** Executes a GraphQL request that arrived as an HTTP request. */
export type ExecuteRequest = (
  ctx: Context,
  request: GraphQLRequest,
  context: RequestContext,
) => ExecutionResult | Promise<ExecutionResult>;

/** What a dialect's HTTP endpoints need. */
export interface HttpOptions {
  executor: Executor<RequestContext>;
  /** Executes each request; by default, the executor does. */
  execute?: ExecuteRequest;
  /** Runs around the endpoints, after the checks of hosts, origins and limits. */
  aroundEndpoints?: Middleware | undefined;
  sessions: Sessions;
  store: Store;
  /** The folder with the files of records. If omitted, a server has placeholders. */
  filesFolder?: string;
  behavior: Behavior;
  /** Whether each IP address may send at most 100 requests per minute. */
  limitRequests?: boolean;
  /**
   * The origins whose web pages may use fixed tokens, keys of the world and session cookies, besides those of this machine;
   * `*` allows every origin.
   */
  corsOrigins?: readonly string[];
  /**
   * The names that the `Host` header may have, besides those of this machine; `*` allows every name. If omitted, the header is
   * not checked.
   */
  allowedHosts?: readonly string[];
}

/** The server side of a dialect: how its deployments differ from the contract. */
export interface ServerDialect {
  /** Creates the executable schema; the server adds authorization and input validation. */
  createSchema(mockMode: MockMode): GraphQLSchema;
  permissions?: Permissions;
  /** If omitted, attributes are validated by the contract's `@constraint` directives. */
  attributeRules?: CreateAttributeValidator;
  /** Creates the executor of GraphQL requests. */
  createExecutor(
    schema: GraphQLSchema,
    authorize: OperationAuthorizer<RequestContext>,
    createExecute?: CreateExecute,
  ): Executor<RequestContext>;
  behavior: Behavior;
  /** Adds the endpoints for GraphQL, sign-in and sign-out to an app, and the responses to all other requests. */
  mountHttp(app: Koa, options: HttpOptions): void;
}
