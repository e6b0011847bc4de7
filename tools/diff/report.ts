import { curlCommand } from '../../src/client/curl.ts';
import { tokenVariable } from '../../src/client/actor.ts';
import { type TargetResponse, graphqlRequest } from '../../src/client/http-message.ts';
import type { Cause } from './causes.ts';
import type { DiffRequest, SideBySideExchange, Targets } from './side-by-side-exchange.ts';
import { type KnownCause, findKnownReason, isCauseWithName } from './known-causes.ts';
import type { Disagreement } from './search.ts';

/** What a run sent, in the order of the numbers in its report. */
export interface CheckedRequest {
  exchanges: SideBySideExchange[];
  causes: Cause[];
}

/** How many responses agree, the disagreements, and the known causes. */
export interface DiffReport {
  /** `explained` counts the requests whose responses are equal or differ for known reasons only. */
  phases: { phase: 'queries' | 'mutations'; sent: number; sameOutcome: number; equal: number; explained: number }[];
  disagreements: ReportedDisagreement[];
  known: { cause: string; reason: string; count: number }[];
  /** The known causes that no request showed. */
  unseen: string[];
}

/** A disagreement, with the smallest request that shows it. */
export interface ReportedDisagreement {
  cause: string;
  /** How many requests showed it, without those that shrank it. */
  count: number;
  foundAt: number;
  /** The options that repeat it. */
  repeat: { seed: number; path: string };
  size: RequestSize;
  /** Where the last pair of responses differs, and the values there. */
  difference: { path: string; a: unknown; b: unknown };
  exchanges: { actor: string; query: string; variables: object; a: unknown; b: unknown; curl: string }[];
}

/** The size of a request: its attributes and other values, its selected fields, and its characters as JSON. */
export interface RequestSize {
  values: number;
  fields: number;
  characters: number;
}

/** Counts the requests that agree, and describes each disagreement. */
export function createDiffReport(
  checked: readonly CheckedRequest[],
  disagreements: readonly Disagreement[],
  { targets, known, seed }: { targets: Targets; known: readonly KnownCause[]; seed: number },
): DiffReport {
  const reasonOf = ({ names }: Cause) => names.map((name) => findKnownReason(name, known)).find((each) => each);
  const allCauses = checked.flatMap(({ causes }) => causes);
  const knownCauses = known.map((each) => {
    const count = allCauses.filter(({ names }) => names.some((name) => isCauseWithName(each, name))).length;
    return { cause: each.cause, reason: each.reason, count };
  });
  return {
    phases: (['query', 'mutation'] as const).map((operation) => {
      const sent = checked.filter(({ exchanges }) => exchanges[0]!.request.query.startsWith(operation));
      const count = (matches: (each: CheckedRequest) => boolean) => sent.filter(matches).length;
      return {
        phase: operation === 'query' ? 'queries' : 'mutations',
        sent: sent.length,
        sameOutcome: count(({ exchanges }) => exchanges.every(({ sameOutcome }) => sameOutcome)),
        equal: count(({ causes }) => causes.length === 0),
        explained: count(({ causes }) => causes.every(reasonOf)),
      };
    }),
    disagreements: disagreements.map((each) => ({
      cause: each.cause.names[0],
      count: allCauses.filter(({ names }) => names.includes(each.cause.names[0])).length,
      foundAt: each.foundAt,
      repeat: { seed, path: each.path },
      ...describeExchanges(each, targets.b.url),
    })),
    known: knownCauses.filter(({ count }) => count > 0),
    unseen: knownCauses.filter(({ count }) => count === 0).map(({ cause }) => cause),
  };
}

/** The requests and responses of a disagreement, up to the one that shows it. */
function describeExchanges(
  { cause, exchanges }: Pick<Disagreement, 'cause' | 'exchanges'>,
  url: string,
): Pick<ReportedDisagreement, 'size' | 'difference' | 'exchanges'> {
  const { path, found, expected } = cause.difference;
  const shown = exchanges.slice(0, exchanges.indexOf(cause.exchange) + 1);
  return {
    size: sizeOf(exchanges[0]!.request),
    difference: { path, a: found, b: expected },
    exchanges: shown.map(({ request, a, b }) => ({
      actor: request.actor,
      query: request.query,
      variables: request.variables ?? {},
      a: bodyOf(a),
      b: bodyOf(b),
      curl: curlOf(request, url),
    })),
  };
}

const bodyOf = ({ status, json, problem, text }: TargetResponse): unknown =>
  status === 200 && json !== undefined ? json : { status, body: json ?? problem ?? text };

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + countValues(each), 0)
    : 1;

/** Measures a request. */
export const sizeOf = ({ query, variables = {} }: DiffRequest): RequestSize => ({
  values: countValues(variables),
  fields: query.replaceAll(/@\w+|\([^)]*\)|\.\.\. on \w+|^\w+/g, '').match(/\w+/g)?.length ?? 0,
  characters: JSON.stringify({ query, variables }).length,
});

/** A bash command that repeats a request. */
function curlOf({ actor, query, variables }: DiffRequest, url: string): string {
  const isUser = ['admin', 'member', 'other'].includes(actor);
  const strangerHeaders: Record<string, string> = actor === 'stranger' ? { Authorization: 'Bearer not.a.token' } : {};
  const headers = isUser ? { Authorization: `Bearer $${tokenVariable(actor)}` } : strangerHeaders;
  const request = graphqlRequest(query, variables ?? {}, headers);
  return curlCommand({ actor, request }, url);
}
