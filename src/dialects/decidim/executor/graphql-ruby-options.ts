import type { RequestLimits } from '../../graphql-ruby/errors.ts';
import type { ValidatorOptions } from '../../graphql-ruby/validator.ts';
import { scalarChecks } from '../scalars.ts';
import type { ValidationTraits } from '../overrides.ts';
import type { DecidimLimits } from '../releases.ts';

/**
 * The limits of a request that the platform does not have. They keep every request that fits into the body limit from
 * blocking the server for long, and no real client reaches them.
 */
const limitsBeyondThePlatform: RequestLimits = {
  maxTokens: 20_000,
  maxNesting: 200,
  maxErrors: 100,
  maxErrorCharacters: 1_000_000,
  maxSteps: 300_000,
};

/** Creates the options with which a release runs graphql-ruby. */
export const createGraphqlRubyOptions = (
  limits: DecidimLimits,
  { repeatsAliasError = false, showsSkippedBytes = false }: Partial<ValidationTraits> = {},
) =>
  ({
    ...limits,
    repeatsAliasError,
    limits: { ...limitsBeyondThePlatform, showsSkippedBytes },
    scalars: scalarChecks,
    introspectionError: {
      message: 'Introspection is disabled for this request',
      extensions: { code: 'INTROSPECTION_DISABLED_ERROR' },
    },
  }) satisfies Omit<ValidatorOptions, 'schema'>;
