import type { GraphQLSchema } from 'graphql';
import type { Case } from '../../src/cases/case.ts';
import type { Exchange } from '../model/case-exchange.ts';
import type { CaseResult, Outcome } from '../model/report.ts';
import type { Mode } from '../../src/client/target.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import type { WriteTracker } from '../model/write-tracker.ts';
import { reasonNotApplicable } from './applicability.ts';
import { createOutageDetector } from './outage.ts';
import { missingOptionalName, reasonNotReady } from './readiness.ts';
import { UnansweredStepError, runStep } from './run-step.ts';

export interface RunCasesOptions {
  target: Target;
  cases: Case[];
  /** The contract, which the data of each response must fit. */
  schema: GraphQLSchema;
  /** Value of the placeholder `run`, which marks the records that the cases create. */
  runId: string;
  /** Default: `write`. */
  mode?: Mode;
  /** Needed to undo the writes of a run on a target that cannot be reset. */
  tracker?: WriteTracker;
  /** After an abort, the remaining cases do not run. */
  signal?: AbortSignal;
  /** Called after each case. */
  onResult?: (result: CaseResult) => void;
}

/** Runs cases one after the other. A target that can be reset is reset before each of them. */
export async function runCases(options: RunCasesOptions): Promise<CaseResult[]> {
  const { target, cases, signal, onResult = () => {} } = options;
  const outage = createOutageDetector(target);
  const results: CaseResult[] = [];
  for (const testCase of cases) {
    const each = target.dialect.isAnonymous ? withoutUsers(testCase) : testCase;
    const skipped = skippedResult(testCase, target, {
      isInterrupted: signal?.aborted === true,
      isOutage: results.some((result) => result.isOutage),
    });
    if (!skipped) await target.reset?.();
    const result = skipped ?? (await outage.check(await runCase(each, options)));
    results.push(result);
    onResult(result);
  }
  return results;
}

/** The case for a dialect that knows no users. */
const withoutUsers = (testCase: Case): Case => ({
  ...testCase,
  steps: testCase.steps.map((step) => ({ ...step, actor: 'anonymous' })),
});

/** The result of a case that is not run; undefined if it must run. */
function skippedResult(
  testCase: Case,
  { dialect, placeholders, passTime, reset }: Target,
  { isInterrupted, isOutage }: Record<'isInterrupted' | 'isOutage', boolean>,
): CaseResult | undefined {
  const result = (outcome: Outcome, reason: string): CaseResult => ({
    case: testCase,
    outcome,
    reason,
    exchanges: [],
    milliseconds: 0,
  });
  if (testCase.draft) return result('failed', 'a draft: review it, give it a level, and remove its member "draft"');
  const isTimed = testCase.steps.some((step) => 'http' in step && step.http.after !== undefined);
  const inapplicable =
    reasonNotApplicable(testCase, dialect) ??
    missingOptionalName(testCase, Object.keys(placeholders)) ??
    (isTimed && !(passTime && reset) ? 'only a stand-in in this process lets time pass' : undefined);
  if (inapplicable) return result('not applicable', inapplicable);
  if (isOutage) return result('not sent', 'the target had stopped responding');
  return isInterrupted ? result('could not run', 'the run was interrupted') : undefined;
}

async function runCase(
  testCase: Case,
  { target, schema, runId, mode = 'write', tracker }: RunCasesOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const exchanges: Exchange[] = [];
  const result = (outcome: Outcome, reason?: string): CaseResult => ({
    case: testCase,
    outcome,
    reason,
    exchanges,
    milliseconds: performance.now() - started,
  });
  const needsWriting = (reason: string) => ({ ...result('could not run', reason), needsWriting: true });
  const { meetings } = target.placeholders;
  // Only a run that writes leaves meetings.
  const keptMeetings = mode !== 'write' && meetings !== undefined && { keptMeetings: meetings };
  const placeholders = new Map(Object.entries({ ...target.placeholders, ...keptMeetings, run: runId }));
  const unready = reasonNotReady(testCase, { target, schema, placeholders, mode });
  if (unready) return result('could not run', unready);
  try {
    for (const [index, step] of testCase.steps.entries()) {
      const stepName = `step ${index + 1}`;
      const exchange = await runStep(step, { target, schema, placeholders, stepName, mode, tracker });
      if (typeof exchange === 'string') return needsWriting(exchange);
      exchanges.push(exchange);
      if (exchange.differences.length > 0) return result('failed');
      if (exchange.partialReason) return needsWriting(exchange.partialReason);
    }
    return result('passed');
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error instanceof UnansweredStepError) exchanges.push(error.exchange);
    return result('failed', error.message);
  }
}
