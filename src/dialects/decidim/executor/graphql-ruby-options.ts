import type { FieldNode } from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import type { CustomAnalyzer } from '../../graphql-ruby/analysis/analyze-operation.ts';
import type { RequestLimits } from '../../graphql-ruby/limits.ts';
import type { ValidatorOptions } from '../../graphql-ruby/validator.ts';
import { parseDateTime } from '../values/date-time.ts';

const mostAliases = 5;

/** Aliases of an operation, each counted once, in skipped fields too. */
function aliases(): CustomAnalyzer {
  const found = new Set<string>();
  return {
    enter({ alias }) {
      if (alias) found.add(alias.value);
    },
    leave() {},
    error: () =>
      found.size > mostAliases
        ? {
            message: `Too many aliases used. You have used ${found.size} aliases, but ${mostAliases} are allowed.`,
            extensions: { code: 'TOO_MANY_ALIASES_ERROR' },
          }
        : undefined,
  };
}

const mostVisits = 2;
/** Fields that may be nested in themselves. */
const free = new Set(['node', 'edges', 'nodes', 'ofType']);

/** Fields with selections that are nested in themselves, by name, whatever their types. Of skipped ones all count. */
function recursions(): CustomAnalyzer {
  const visits = new Map<string, number>();
  let tooMany = false;
  const count = ({ name: { value: name }, selectionSet }: FieldNode, skipped: boolean, step: number) => {
    if (!selectionSet && !skipped) return;
    const found = (visits.get(name) ?? 0) + step;
    visits.set(name, found);
    if (found > mostVisits && !free.has(name)) tooMany = true;
  };
  return {
    enter: (node, skipped) => count(node, skipped, 1),
    leave: (node, skipped) => count(node, skipped, -1),
    error: () =>
      tooMany
        ? {
            message: 'Too many recursions detected in query',
            extensions: { code: 'RECURSION_LIMIT_EXCEEDED_ERROR' },
          }
        : undefined,
  };
}

const takes =
  (isRight: (text: string) => boolean) =>
  (value: unknown): boolean => {
    if (typeof value === 'string' && isRight(value)) return true;
    throw new SimulatedServerError('The platform does not expect a date that it cannot read.');
  };

const day = /^\s*-?\d{2,}-(\d\d)-(\d\d)(?![-\w])/;

function isDay(text: string): boolean {
  const [found, month, date] = day.exec(text) ?? [];
  return found !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= 31;
}

/**
 * The limits of a request that the platform does not have. They keep every request that fits into the body limit from
 * blocking the server for long, and no real client reaches them.
 */
export const limitsBeyondThePlatform: RequestLimits = {
  maxTokens: 20_000,
  maxNesting: 200,
  maxErrors: 100,
  maxErrorCharacters: 1_000_000,
  maxSteps: 300_000,
};

/** The bounds of a request, and what is said to those who are not administrators of the types there are. */
export const graphqlRubyOptions = {
  limits: limitsBeyondThePlatform,
  maxDepth: 15,
  maxComplexity: 5000,
  maxPageSize: 50,
  analyzers: [recursions, aliases],
  scalars: { DateTime: takes((text) => parseDateTime(text) !== undefined), Date: takes(isDay) },
  introspectionError: {
    message: 'Introspection is disabled for this request',
    extensions: { code: 'INTROSPECTION_DISABLED_ERROR' },
  },
} satisfies Omit<ValidatorOptions, 'schema'>;
