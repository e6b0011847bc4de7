import type { GraphQLSchema } from 'graphql';
import type { Behavior } from '../graphql/behavior.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Executor, OperationAuthorizer } from '../graphql/executor.ts';
import type { CreateAttributeValidator, Permissions } from '../graphql/guards.ts';
import type { Visibility } from '../graphql/visibility.ts';
import type { CheckAddedMember } from '../records/validate.ts';
import type { DialectHttp } from './endpoint.ts';

/** The values of fields that the store does not back: mock values, or null and empty lists. */
export type MockMode = 'mock' | 'empty';

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
