import type { GraphQLSchema } from 'graphql';
import { type SuiteDialect, isNameOfDialect } from '../../src/contract/suite-dialect.ts';
import { type Case, operationDocument } from '../cases/load.ts';
import { placeholdersIn } from '../judge/match.ts';
import type { Mode } from './modes.ts';
import { type Exchange, runStep } from './run-step.ts';
import { NoResponseError, type Target } from '../model/target.ts';
import type { WriteTracker } from '../live/write-tracker.ts';
import type { Waiver } from '../judge/waivers.ts';

/** How a case went. `could not run` and `not applicable` say why. */
export interface CaseResult {
  case: Case;
  outcome: 'passed' | 'failed' | 'could not run' | 'not applicable';
  reason?: string;
  exchanges: Exchange[];
  milliseconds: number;
  /** Whether it failed because no answer came. */
  noResponse?: boolean;
  /** The waiver that excuses its failure. */
  waiver?: Waiver;
}

export interface RunCasesOptions {
  target: Target;
  cases: Case[];
  schema: GraphQLSchema;
  /** The mark of what this run creates. */
  runId: string;
  mode?: Mode;
  /** Keeps the ledger, where the target is used by others. */
  tracker?: WriteTracker;
  /** No case is begun after it. */
  signal?: AbortSignal;
  /** Told of every result as it comes. */
  onResult?: (result: CaseResult) => void;
}

// Requests in a row without an answer after which a target is given up.
const patience = 5;

/** Runs the cases one after the other; a target that can be reset is as in the beginning for each of them. */
export async function runCases(options: RunCasesOptions): Promise<CaseResult[]> {
  const { target, cases, signal, onResult = () => {} } = options;
  const results: CaseResult[] = [];
  let silent = 0;
  for (const each of cases) {
    const ahead = notBegun(each, target.dialect, { interrupted: signal?.aborted === true, silent: silent >= patience });
    if (!ahead) await target.reset?.();
    const result = ahead ?? (await runCase(each, options));
    silent = result.noResponse ? silent + 1 : ahead ? silent : 0;
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Why a case says nothing about this dialect; undefined when it does. */
function notApplicable({ dialects, id }: Case, dialect: SuiteDialect): string | undefined {
  if (dialects && !dialects.some((name) => isNameOfDialect(name, dialect)))
    return `${dialect.name} lays down otherwise`;
  const operation = operationDocument(id) ?? '';
  const coordinate = Object.keys(dialect.missingOperations).find((each) =>
    operation.includes(`${each.split('.')[1]}(`),
  );
  return coordinate && dialect.missingOperations[coordinate];
}

const plain = (each: Case, outcome: CaseResult['outcome'], reason: string): CaseResult => ({
  case: each,
  outcome,
  reason,
  exchanges: [],
  milliseconds: 0,
});

function notBegun(
  each: Case,
  dialect: SuiteDialect,
  { interrupted, silent }: Record<'interrupted' | 'silent', boolean>,
): CaseResult | undefined {
  if (each.draft) return plain(each, 'failed', 'a draft: review it, and remove its member "draft"');
  const otherwise = notApplicable(each, dialect);
  if (otherwise) return plain(each, 'not applicable', otherwise);
  if (interrupted) return plain(each, 'could not run', 'the run was interrupted');
  return silent ? plain(each, 'failed', 'not sent: the target had stopped answering') : undefined;
}

async function runCase(
  testCase: Case,
  { target, schema, runId, mode = 'write', tracker }: RunCasesOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const exchanges: Exchange[] = [];
  const done = (outcome: CaseResult['outcome'], reason?: string, noResponse?: boolean): CaseResult => ({
    case: testCase,
    outcome,
    reason,
    exchanges,
    milliseconds: performance.now() - started,
    noResponse,
  });
  const placeholders = new Map<string, unknown>(Object.entries({ ...target.placeholders, run: runId }));
  const captured = new Set(testCase.steps.flatMap((step) => ('http' in step ? [] : Object.keys(step.capture ?? {}))));
  const missing = placeholdersIn({ steps: testCase.steps, stored: testCase.afterwards }).find(
    (name) => !placeholders.has(name) && !captured.has(name),
  );
  if (missing) return done('could not run', `the target names no ${missing}`);
  try {
    const stored = (testCase.afterwards ?? []).map((read) => ({ actor: 'anonymous' as const, ...read }));
    for (const [index, step] of [...testCase.steps, ...stored].entries()) {
      const isRead = index >= testCase.steps.length;
      if (isRead && mode !== 'write')
        return done('could not run', 'it is about what is stored, and this run writes nothing');
      const stepName = !isRead ? `step ${index + 1}` : `stored ${index - testCase.steps.length + 1}`;
      const exchange = await runStep(step, { testCase, target, schema, placeholders, stepName, mode, tracker });
      if (typeof exchange === 'string') return done('could not run', exchange);
      exchanges.push(exchange);
      if (exchange.differences.length > 0) return done('failed');
      if (exchange.partialReason) return done('could not run', exchange.partialReason);
    }
    return done('passed');
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.exchange) exchanges.push(error.exchange);
    return done('failed', error.message, true);
  }
}
