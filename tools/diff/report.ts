import type { GraphQLSchema } from 'graphql';
import { curlCommand } from '../../conformance/reports/curl.ts';
import { tokenVariable } from '../../conformance/model/target.ts';
import { graphqlRequest } from '../../conformance/model/exchange.ts';
import { type Cause, groupByCause } from './causes.ts';
import type { SideBySideExchange, Targets } from './exchange.ts';
import { type KnownCause, findKnownReason } from './known-causes.ts';
import type { DiffPhase } from './run.ts';

/** Every exchange of a run, by its part. */
export type ExchangesByPhase = Map<DiffPhase, SideBySideExchange[]>;

/** What came of a run: how much agrees, and why the rest does not. */
export interface DiffReport {
  /** `explained` counts what is equal, or differs for known reasons only. */
  phases: { phase: DiffPhase; sent: number; sameOutcome: number; equal: number; explained: number }[];
  causes: { cause: string; count: number; reason?: string; a: unknown; b: unknown; path: string; curl: string }[];
}

/** Counts what agrees, and groups the rest by cause. */
export function createDiffReport(
  exchanges: ExchangesByPhase,
  { b }: Targets,
  known: readonly KnownCause[],
  schema: GraphQLSchema,
): DiffReport {
  const causes = groupByCause([...exchanges.values()].flat(), schema);
  const open = new Set(causes.filter((cause) => !findKnownReason(cause, known)).flatMap((cause) => cause.exchanges));
  const phases = [...exchanges].map(([phase, all]) => ({
    phase,
    sent: all.length,
    sameOutcome: all.filter(({ sameOutcome }) => sameOutcome).length,
    equal: all.filter(({ differences }) => differences.length === 0).length,
    explained: all.filter((each) => !open.has(each)).length,
  }));
  const told = causes.map((cause) => ({
    cause: cause.name,
    count: cause.exchanges.length,
    reason: findKnownReason(cause, known),
    path: cause.difference.path,
    a: cause.difference.found,
    b: cause.difference.expected,
    curl: repeatOf(cause, b.url),
  }));
  return { phases, causes: told };
}

/** The shortest request of a cause, as a line of bash. */
function repeatOf({ exchanges }: Cause, url: string): string {
  const [{ request }] = exchanges.toSorted((one, other) => one.request.query.length - other.request.query.length) as [
    SideBySideExchange,
  ];
  const { actor, query, variables } = request;
  const signed = ['admin', 'member', 'other'].includes(actor);
  const stranger: Record<string, string> = actor === 'stranger' ? { Authorization: 'Bearer not.a.token' } : {};
  const headers = signed ? { Authorization: `Bearer $${tokenVariable(actor)}` } : stranger;
  const sent = graphqlRequest(query, variables ?? {}, headers);
  return curlCommand({ step: '', actor, request: sent, expected: { data: {} }, differences: [] }, url);
}

const share = (count: number, of: number): string =>
  `${count} (${of === 0 ? 100 : Math.floor((1000 * count) / of) / 10} %)`;
const shortened = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** A report as the terminal shows it. */
export function formatDiffReport({ phases, causes }: DiffReport): string {
  const table = phases.map(({ phase, sent, sameOutcome, equal, explained }) =>
    [
      `${phase.padEnd(18)}${String(sent).padStart(6)} sent`,
      `same outcome ${share(sameOutcome, sent)}`,
      `whole answer equal ${share(equal, sent)}`,
      `equal or known ${share(explained, sent)}`,
    ].join('   '),
  );
  const blocks = causes.map(({ cause, count, reason, path, a, b, curl }) =>
    [
      `${count} × ${cause}`,
      ...(reason ? [`known: ${reason}`] : [`at ${path}`, `a ${shortened(a)}`, `b ${shortened(b)}`, curl]),
    ].join('\n    '),
  );
  const unknown = causes.filter(({ reason }) => reason === undefined).length;
  const verdict =
    unknown === 0 ? 'They agree, but for what is known.' : `${unknown} cause${unknown > 1 ? 's' : ''} of disagreement.`;
  return [...table, '', ...blocks, ...(blocks.length > 0 ? [''] : []), verdict].join('\n');
}
