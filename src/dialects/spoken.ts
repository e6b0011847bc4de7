import type { GraphQLSchema } from 'graphql';
import type { Context } from '../contract/context.ts';
import type { Refuse, Runner } from '../contract/executor.ts';
import type { Permissions } from '../policy/policy.ts';
import type { Ways } from '../resolvers/ways.ts';
import type { RulesOf } from '../validation/attributes.ts';

/** What the fields are filled with that no record answers: values that are made up, or null and empty lists. */
export type Fill = 'mock' | 'empty';

/** A dialect as the stand-in speaks it: how it differs from the contract as it is written. */
export interface SpokenDialect {
  /** The schema with its resolvers; roles and rules are put over it. */
  schema(fill: Fill): GraphQLSchema;
  /** What is asked beside the contract's `@auth`. */
  permissions?: Permissions;
  /** The rules of attributes, where they are not the contract's `@constraint`s. */
  rules?: RulesOf;
  /** What executes requests, and words what is said of them. */
  executor(schema: GraphQLSchema, refuse: Refuse<Context>): Runner<Context>;
  ways: Ways;
  /** How it is spoken to over HTTP. */
  http: 'graphql-over-http' | 'platform';
}
