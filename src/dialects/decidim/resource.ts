import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver } from 'graphql';
import { Refusal, SimulatedServerError } from '../../errors.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { AuthDirective } from '../../graphql/directives.ts';
import type { Visibility } from '../../graphql/visibility.ts';
import type { Behavior } from '../../graphql/behavior.ts';
import type { ReleaseNumber } from '../dialect-name.ts';
import type { AttributeValidator, Permissions } from '../../graphql/guards.ts';
import type { BehaviorNote, ReleaseRange } from '../suite-dialect.ts';

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

/** What the server does because of a resource or a behavior. Every member adds to those of others, or replaces them by name. */
export interface DecidimOverrides {
  /** By type and field. */
  resolvers?: IResolvers;
  /** Roles by schema coordinate; null removes the contract's `@auth`, so that only the permission decides. */
  auth?: Record<string, AuthDirective | null>;
  /** What fields show in place of records that the viewer may not see, by schema coordinate. */
  refusals?: Visibility['refusals'];
  /** By schema coordinate. */
  permissions?: Permissions;
  /** By the name of the attributes' input type. */
  attributeRules?: Record<string, AttributeRules>;
  behavior?: Partial<Behavior>;
  execution?: Partial<ExecutionTraits>;
  http?: Partial<HttpTraits>;
}

/**
 * What the platform does only since a release or only until a release: what the server does because of it, and what clients notice
 * of it in the fields that they select.
 */
export interface PlatformBehavior extends ReleaseRange<ReleaseNumber>, DecidimOverrides {
  notes?: BehaviorNote[];
}

/** The note for clients that use one of the fields, by schema coordinate; `*` stands for every type. */
export const note = (message: string, ...coordinates: string[]): BehaviorNote => ({ coordinates, message });

/** What the platform does with one of its resources in all releases, in addition to the contract or in its place, and since or until some. */
export interface Resource extends DecidimOverrides {
  behaviors?: Record<string, PlatformBehavior>;
}

/** The same resolvers for several types. */
export const forTypes = <T>(types: string, resolvers: T): Record<string, T> =>
  Object.fromEntries(types.split(' ').map((type) => [type, resolvers]));

export type Resolver = GraphQLFieldResolver<never, RequestContext>;

/** Returns a resolver that fails with status 500 in the place of a refusal; with `message`, only of a refusal with that message. */
export const failInPlaceOf =
  (resolve: Resolver, message?: string): Resolver =>
  (...args) => {
    try {
      return resolve(...args);
    } catch (error) {
      if (!(error instanceof Refusal) || error.message !== (message ?? error.message)) throw error;
      throw new SimulatedServerError(error.message);
    }
  };
