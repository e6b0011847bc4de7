import { setTimeout as sleep } from 'node:timers/promises';
import { truncate } from '../src/client/format-text.ts';
import { type Difference, type TargetResponse, graphqlRequest } from '../src/client/http-message.ts';
import { NoResponseError, NotSentError, type Target } from '../src/client/target.ts';
import { CommandError, exitCodes } from '../src/errors.ts';
import { type Exchange, type Outcome, type Result, type Subject, isJudged } from './model.ts';

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
  /** Takes what later steps need from a response without a difference; returns what it does not have. */
  capture?(response: TargetResponse): Difference[];
}

export interface RunOptions {
  /** After an abort, the remaining scenarios do not run. */
  signal?: AbortSignal | undefined;
  /** Called after each scenario. */
  onResult?: ((result: Result) => void) | undefined;
}

/**
 * Runs scenarios one after the other on a target, and perhaps beside other servers that its responses are compared with. Each scenario
 * ends at its first difference. A server that stops responding ends the run; what was judged before remains.
 */
export async function runScenarios(
  scenarios: Iterable<Scenario>,
  servers: readonly [Target, ...Target[]],
  { signal, onResult }: RunOptions = {},
): Promise<Result[]> {
  const [target] = servers;
  const results: Result[] = [];
  let stopped: string | undefined;
  let withoutResponse = 0;
  for (const scenario of scenarios) {
    const result = await run(scenario);
    stopped ??= result.stoppedServer;
    results.push(result);
    onResult?.(result);
  }
  return results;

  async function run({ subject, notRun, steps, isIsolated }: Scenario): Promise<Result> {
    const ended =
      stopped === undefined ? signal?.aborted && 'the run was interrupted' : `${stopped} had stopped responding`;
    const skipped = ended && (!notRun || notRun.outcome === 'could not run') ? couldNotRun(ended) : notRun;
    if (skipped) return { ...subject, ...skipped, exchanges: [], milliseconds: 0 };
    if (isIsolated) await target.reset?.();
    const started = performance.now();
    const { silentServer, ...outcome } = await runSteps(steps);
    const result = { ...subject, ...outcome, milliseconds: performance.now() - started };
    withoutResponse = silentServer ? withoutResponse + 1 : 0;
    if (!silentServer) return result;
    if (signal?.aborted) return { ...result, ...couldNotRun('the run was interrupted') };
    const isOutage = withoutResponse >= maxWithoutResponse || !(await responds(silentServer));
    return isOutage ? { ...result, stoppedServer: silentServer.url } : result;
  }

  async function runSteps(steps: Step[]): Promise<EndedSteps> {
    const exchanges: Exchange[] = [];
    for (const step of steps) {
      const ended = await runStep(step, exchanges).catch((error: unknown): EndedSteps => {
        if (error instanceof NotSentError) return { ...couldNotRun(error.message), needsWriting: true, exchanges };
        if (error instanceof NoResponseError) {
          const silentServer = servers.find(({ url }) => url === error.server) ?? target;
          return { ...couldNotRun(`${silentServer.url} did not respond: ${error.message}`), exchanges, silentServer };
        }
        // A sign-in that is refused after the run has judged something does not take back what it judged.
        const isRefusal = error instanceof CommandError && error.exitCode === exitCodes.unreachable;
        if (isRefusal && results.some(isJudged)) return { ...couldNotRun(error.message), exchanges };
        throw error;
      });
      if (ended) return ended;
    }
    return { outcome: 'passed', exchanges };
  }
}

const couldNotRun = (reason: string) => ({ outcome: 'could not run' as const, reason });

interface EndedSteps extends Pick<Result, 'outcome' | 'reason' | 'needsWriting' | 'exchanges'> {
  /** The server that did not respond. */
  silentServer?: Target;
}

/** Adds the exchange of a step to the others. Returns what ends the scenario. */
async function runStep(step: Step, exchanges: Exchange[]): Promise<EndedSteps | undefined> {
  const { send, expect, capture, ...exchange } = await step();
  const response = await send().catch((error: unknown) => {
    if (error instanceof NoResponseError) exchanges.push({ ...exchange, differences: [] });
    throw error;
  });
  const { partialReason } = exchange;
  const unexpected = expect(response);
  // What is proven in part does not have what later steps need.
  const isWhole = unexpected.length === 0 && partialReason === undefined;
  const differences = isWhole ? (capture?.(response) ?? []) : unexpected;
  exchanges.push(limited({ ...exchange, response, differences }));
  if (differences.length > 0) return { outcome: 'failed', exchanges };
  return partialReason === undefined ? undefined : { ...couldNotRun(partialReason), needsWriting: true, exchanges };
}

// After a scenario without a response, the server gets this many simple requests before it counts as stopped.
const probes = 4;
const pauseMs = 250;
// A server that responds to simple requests only would let every scenario run into the time limit.
const maxWithoutResponse = 5;

async function responds(server: Target): Promise<boolean> {
  for (let probe = 0; probe < probes; probe += 1) {
    if (probe > 0) await sleep(pauseMs);
    try {
      await server.send(graphqlRequest('{ __typename }', {}, {}));
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
