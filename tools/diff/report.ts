import type { GraphQLSchema } from 'graphql';
import { curlCommand } from '../../conformance/reports/curl.ts';
import { escapeLine, formatValue } from '../../conformance/reports/format-text.ts';
import { tokenVariable } from '../../conformance/model/target.ts';
import { graphqlRequest } from '../../conformance/model/exchange.ts';
import { type Cause, groupByCause } from './causes.ts';
import type { SideBySideExchange, Targets } from './exchange.ts';
import { type KnownCause, findKnownReason } from './known-causes.ts';
import type { DiffPhase } from './run.ts';

/** The exchanges of each phase of a run. */
export type ExchangesByPhase = Map<DiffPhase, SideBySideExchange[]>;

/** How many responses agree in each phase, and the causes of the differences. */
export interface DiffReport {
  /** `explained` counts the exchanges that are equal or differ for known reasons only. */
  phases: { phase: DiffPhase; sent: number; sameOutcome: number; equal: number; explained: number }[];
  causes: { cause: string; count: number; reason?: string; a: unknown; b: unknown; path: string; curl: string }[];
}

/** Counts the exchanges that agree, and groups the others by cause. */
export function createDiffReport(
  exchanges: ExchangesByPhase,
  { b }: Targets,
  known: readonly KnownCause[],
  schema: GraphQLSchema,
): DiffReport {
  const causes = groupByCause([...exchanges.values()].flat(), schema);
  const unexplained = new Set(
    causes.filter((cause) => !findKnownReason(cause, known)).flatMap((cause) => cause.exchanges),
  );
  return {
    phases: [...exchanges].map(([phase, all]) => ({
      phase,
      sent: all.length,
      sameOutcome: all.filter(({ sameOutcome }) => sameOutcome).length,
      equal: all.filter(({ differences }) => differences.length === 0).length,
      explained: all.filter((exchange) => !unexplained.has(exchange)).length,
    })),
    causes: causes.map((cause) => ({
      cause: cause.name,
      count: cause.exchanges.length,
      reason: findKnownReason(cause, known),
      path: cause.difference.path,
      a: cause.difference.found,
      b: cause.difference.expected,
      curl: shortestCurlCommand(cause, b.url),
    })),
  };
}

/** A bash command that repeats the shortest request of a cause. */
function shortestCurlCommand({ exchanges }: Cause, url: string): string {
  const [{ request }] = exchanges.toSorted((one, other) => one.request.query.length - other.request.query.length) as [
    SideBySideExchange,
  ];
  const { actor, query, variables } = request;
  const isUser = ['admin', 'member', 'other'].includes(actor);
  const strangerHeaders: Record<string, string> = actor === 'stranger' ? { Authorization: 'Bearer not.a.token' } : {};
  const headers = isUser ? { Authorization: `Bearer $${tokenVariable(actor)}` } : strangerHeaders;
  const targetRequest = graphqlRequest(query, variables ?? {}, headers);
  return curlCommand({ step: '', actor, request: targetRequest, expected: { data: {} }, differences: [] }, url);
}

const formatShare = (count: number, total: number): string =>
  `${count} (${total === 0 ? 100 : Math.floor((1000 * count) / total) / 10} %)`;
const formatShort = (value: unknown): string => formatValue(value, 200);

/** Formats a report for the terminal. */
export function formatDiffReport({ phases, causes }: DiffReport): string {
  const table = phases.map(({ phase, sent, sameOutcome, equal, explained }) =>
    [
      `${phase.padEnd(18)}${String(sent).padStart(6)} sent`,
      `same outcome ${formatShare(sameOutcome, sent)}`,
      `equal response ${formatShare(equal, sent)}`,
      `equal or known ${formatShare(explained, sent)}`,
    ].join('   '),
  );
  const blocks = causes.map(({ cause, count, reason, path, a, b, curl }) =>
    [
      `${count} × ${escapeLine(cause)}`,
      ...(reason
        ? [`known: ${reason}`]
        : [`at ${escapeLine(path)}`, `a ${formatShort(a)}`, `b ${formatShort(b)}`, curl]),
    ].join('\n    '),
  );
  const unknown = causes.filter(({ reason }) => reason === undefined).length;
  const summary = unknown === 0 ? 'No unknown differences.' : `${unknown} unknown cause${unknown > 1 ? 's' : ''}.`;
  return [...table, '', ...blocks, ...(blocks.length > 0 ? [''] : []), summary].join('\n');
}
