import { setTimeout as sleep } from 'node:timers/promises';
import { truncate } from '../src/client/format-text.ts';
import { type Difference, type TargetResponse, graphqlRequest } from '../src/client/http-message.ts';
import { NoResponseError, NotSentError, type Target } from '../src/client/target.ts';
import type { Exchange, Outcome, Result, Subject } from './model.ts';

/** A subject and the requests that judge it: a case, or a recorded exchange. */
export interface Scenario {
  subject: Subject;
  /** Why it is not run; undefined if it is. */
  notRun?: { outcome: Outcome; reason: string; needsWriting?: boolean } | undefined;
  /** Each step is created when the one before it has captured what it needs from its response. */
  steps: Step[];
  /** Whether it starts in the initial state of a target that can be reset. */
  isIsolated: boolean;
}

/** Creates a request. */
export type Step = () => Promise<StepRequest>;

/** A request with what judges its response. */
export interface StepRequest extends Omit<Exchange, 'response' | 'differences'> {
  send(): Promise<TargetResponse>;
  /** What differs; with several allowed responses, from the nearest one. */
  expect(response: TargetResponse): Difference[];
  /** Takes what later steps need from a response without a difference. */
  capture?(response: TargetResponse): void;
}

export interface RunOptions {
  /** After an abort, the remaining scenarios do not run. */
  signal?: AbortSignal | undefined;
  /** Called after each scenario. */
  onResult?: ((result: Result) => void) | undefined;
}

/** Runs scenarios one after the other. Each one ends at its first difference. */
export async function runScenarios(
  scenarios: Iterable<Scenario>,
  target: Target,
  { signal, onResult }: RunOptions = {},
): Promise<Result[]> {
  const results: Result[] = [];
  let isOutage = false;
  let withoutResponse = 0;
  for (const scenario of scenarios) {
    const result = await run(scenario);
    isOutage ||= result.isOutage === true;
    results.push(result);
    onResult?.(result);
  }
  return results;

  async function run({ subject, notRun, steps, isIsolated }: Scenario): Promise<Result> {
    const skipped =
      (notRun?.outcome === 'could not run' ? undefined : notRun) ??
      (isOutage ? { outcome: 'not sent' as const, reason: 'the target had stopped responding' } : undefined) ??
      (signal?.aborted ? { outcome: 'could not run' as const, reason: 'the run was interrupted' } : notRun);
    if (skipped) return { ...subject, ...skipped, exchanges: [], milliseconds: 0 };
    if (isIsolated) await target.reset?.();
    const started = performance.now();
    const { exchanges, ...ended } = await runSteps(steps);
    const result = { ...subject, ...ended, exchanges, milliseconds: performance.now() - started };
    withoutResponse = ended.hasNoResponse ? withoutResponse + 1 : 0;
    return ended.hasNoResponse ? checkOutage(result) : result;
  }

  /** A target that stopped responding is told from one that does not respond to a single request. */
  async function checkOutage(result: Result): Promise<Result> {
    if (withoutResponse >= maxWithoutResponse) return { ...result, isOutage: true };
    if (signal?.aborted) return { ...result, outcome: 'could not run', reason: 'the run was interrupted' };
    if (await responds(target)) return result;
    return { ...result, outcome: 'could not run', reason: `no response (${result.reason})`, isOutage: true };
  }
}

interface EndedSteps extends Pick<Result, 'outcome' | 'reason' | 'needsWriting' | 'exchanges'> {
  hasNoResponse?: boolean;
}

async function runSteps(steps: Step[]): Promise<EndedSteps> {
  const exchanges: Exchange[] = [];
  for (const step of steps) {
    const { send, expect, capture, ...exchange } = await step();
    try {
      const response = await send();
      const differences = expect(response);
      exchanges.push(limited({ ...exchange, response, differences }));
      if (differences.length > 0) return { outcome: 'failed', exchanges };
      capture?.(response);
    } catch (error) {
      if (error instanceof NotSentError)
        return { outcome: 'could not run', reason: error.message, needsWriting: true, exchanges };
      if (!(error instanceof NoResponseError)) throw error;
      exchanges.push({ ...exchange, differences: [] });
      return { outcome: 'failed', reason: error.message, exchanges, hasNoResponse: true };
    }
    if (exchange.partialReason !== undefined)
      return { outcome: 'could not run', reason: exchange.partialReason, needsWriting: true, exchanges };
  }
  return { outcome: 'passed', exchanges };
}

// After a scenario without a response, the target gets this many simple requests before it counts as stopped.
const probes = 4;
const pauseMs = 250;
// A target that responds to simple requests only would let every scenario run into the time limit.
const maxWithoutResponse = 5;

async function responds(target: Target): Promise<boolean> {
  for (let probe = 0; probe < probes; probe += 1) {
    if (probe > 0) await sleep(pauseMs);
    try {
      await target.send(graphqlRequest('{ __typename }', {}, {}));
      return true;
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
    }
  }
  return false;
}

// A report contains every exchange of a run, so each is limited, whatever the target sent.
const maxTextLength = 20_000;
const maxDifferences = 50;
const maxValueLength = 5000;

function limited(exchange: Exchange & { response: TargetResponse }): Exchange {
  const { response, differences } = exchange;
  const isLong = response.text.length > maxTextLength;
  const shown = differences.slice(0, maxDifferences).map(({ path, expected, actual }) => {
    const text = JSON.stringify(actual) ?? '';
    const value = text.length <= maxValueLength ? actual : truncate(text, maxValueLength);
    return { path: truncate(path, maxValueLength), expected, actual: value };
  });
  const hidden = differences.length - shown.length;
  return {
    ...exchange,
    response: isLong ? { ...response, text: truncate(response.text, maxTextLength), json: undefined } : response,
    differences:
      hidden > 0 ? [...shown, { path: '', expected: undefined, actual: `${hidden} more differences` }] : shown,
  };
}
