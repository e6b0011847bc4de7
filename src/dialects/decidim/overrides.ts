import type { IResolvers } from '@graphql-tools/utils';
import type { Behavior } from '../behavior.ts';
import type { AuthDirective } from '../../graphql/directives.ts';
import type { AttributeValidator, Permissions } from '../server-dialect.ts';

/** Validates the attributes of one input type; locale maps that are not listed are not checked. */
export type AttributeRules = Omit<AttributeValidator, 'localeMaps'> & Partial<Pick<AttributeValidator, 'localeMaps'>>;

/** What the client gets for a refusal: null without an error, an error without a code, or status 500. */
export type RefusalForm = 'null' | 'message' | 'serverError';

/** How a release validates documents. */
export interface ValidationTraits {
  /** Whether the error about too many aliases is in the response twice. */
  repeatsAliasError: boolean;
  /** Whether everybody may use introspection. */
  hasOpenIntrospection: boolean;
  /** Whether messages about an unknown character show as many bytes up to it as were skipped before it. */
  showsSkippedBytes: boolean;
}

/** How a release executes requests. */
export interface ExecutionTraits extends ValidationTraits {
  /** By the code of the refusal, for all operations or for each. Default: an error with the code. */
  refusalForms: Record<string, RefusalForm | { query: RefusalForm; mutation: RefusalForm }>;
  /** Whether errors about a null have no location and no path. */
  hidesPlaceOfNulls: boolean;
}

/** How a release answers HTTP requests. */
export interface HttpTraits {
  /** Whether there are endpoints for sign-in and sign-out, and tokens. */
  hasSignIn: boolean;
  /** Whether signing out with a text that is no token fails. */
  failsToSignOut: boolean;
  /** Whether a body in JSON without `query` is a request without a query; a server error otherwise. */
  acceptsMissingQuery: boolean;
  /** Whether a redirection has a page. */
  redirectsWithPage: boolean;
}

/** What the server does because of a behavior. Every member adds to those of other behaviors, or replaces them by name. */
export interface DecidimOverrides {
  /** By type and field. */
  resolvers?: IResolvers;
  /** Roles by schema coordinate; null removes the contract's `@auth`, so that only the permission decides. */
  auth?: Record<string, AuthDirective | null>;
  /** By schema coordinate. */
  permissions?: Permissions;
  /** By the name of the attributes' input type. */
  attributeRules?: Record<string, AttributeRules>;
  behavior?: Partial<Behavior>;
  execution?: Partial<ExecutionTraits>;
  http?: Partial<HttpTraits>;
}
