import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from './request-context.ts';
import type { OperationAuthorizer, Executor } from './executor.ts';
import type { Permissions } from '../server/auth/policy.ts';
import type { Behavior } from './behavior.ts';
import type { CreateAttributeValidator } from '../server/validation/attribute-validator.ts';

/** What the fields are filled with that no record answers: values that are made up, or null and empty lists. */
export type MockMode = 'mock' | 'empty';

/** A dialect as the stand-in speaks it: how it differs from the contract as it is written. */
export interface ServerDialect {
  /** The schema with its resolvers; roles and rules are put over it. */
  createSchema(fill: MockMode): GraphQLSchema;
  /** What is asked beside the contract's `@auth`. */
  permissions?: Permissions;
  /** The rules of attributes, where they are not the contract's `@constraint`s. */
  attributeRules?: CreateAttributeValidator;
  /** What executes requests, and words what is said of them. */
  createExecutor(schema: GraphQLSchema, refuse: OperationAuthorizer<RequestContext>): Executor<RequestContext>;
  behavior: Behavior;
  /** How it is spoken to over HTTP. */
  http: 'graphql-over-http' | 'platform';
}
