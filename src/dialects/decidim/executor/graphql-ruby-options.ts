import type { FieldNode } from 'graphql';
import type { CustomAnalyzer } from '../../graphql-ruby/analysis.ts';
import type { RequestLimits } from '../../graphql-ruby/errors.ts';
import type { ValidatorOptions } from '../../graphql-ruby/validator.ts';
import { scalarChecks } from '../scalars.ts';
import type { ValidationTraits } from '../overrides.ts';
import type { DecidimLimits } from '../releases.ts';

/** Counts the different aliases of an operation, those of skipped fields included. */
const createAliasAnalyzer = (maxAliases: number) => (): CustomAnalyzer => {
  const aliases = new Set<string>();
  return {
    enter({ alias }) {
      if (alias) aliases.add(alias.value);
    },
    leave() {},
    error: () =>
      aliases.size > maxAliases
        ? {
            message: `Too many aliases used. You have used ${aliases.size} aliases, but ${maxAliases} are allowed.`,
            extensions: { code: 'TOO_MANY_ALIASES_ERROR' },
          }
        : undefined,
  };
};

/** Fields that may be nested in themselves without limit. */
const unlimitedFields = new Set(['node', 'edges', 'nodes', 'ofType']);

/**
 * Counts how often fields are nested in fields of the same name, whatever their types. Fields without selections count
 * only if they are skipped.
 */
const createRecursionAnalyzer = (maxRecursions: number) => (): CustomAnalyzer => {
  const depths = new Map<string, number>();
  let isExceeded = false;
  const count = ({ name: { value: name }, selectionSet }: FieldNode, isSkipped: boolean, step: number) => {
    if (!selectionSet && !isSkipped) return;
    const depth = (depths.get(name) ?? 0) + step;
    depths.set(name, depth);
    if (depth > maxRecursions && !unlimitedFields.has(name)) isExceeded = true;
  };
  return {
    enter: (node, isSkipped) => count(node, isSkipped, 1),
    leave: (node, isSkipped) => count(node, isSkipped, -1),
    error: () =>
      isExceeded
        ? {
            message: 'Too many recursions detected in query',
            extensions: { code: 'RECURSION_LIMIT_EXCEEDED_ERROR' },
          }
        : undefined,
  };
};

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
  { maxAliases, maxRecursions, maxDepth, maxComplexity, maxPageSize }: DecidimLimits,
  { repeatsAliasError = false, showsSkippedBytes = false }: Partial<ValidationTraits> = {},
) => {
  const aliasAnalyzer = createAliasAnalyzer(maxAliases);
  const limits = { ...limitsBeyondThePlatform, showsSkippedBytes };
  return {
    limits,
    maxDepth,
    maxComplexity,
    maxPageSize,
    analyzers: [createRecursionAnalyzer(maxRecursions), aliasAnalyzer, ...(repeatsAliasError ? [aliasAnalyzer] : [])],
    scalars: scalarChecks,
    introspectionError: {
      message: 'Introspection is disabled for this request',
      extensions: { code: 'INTROSPECTION_DISABLED_ERROR' },
    },
  } satisfies Omit<ValidatorOptions, 'schema'>;
};
