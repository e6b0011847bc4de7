import type { ExecutionResult } from 'graphql';
import type { RequestContext } from '../../contract/request-context.ts';
import type { ExecuteRequest } from '../../contract/server-dialect.ts';
import type { EffectName } from '../faults/fault-effect.ts';
import type { ServerContext } from '../request-state.ts';
import type { Recording } from '../requests/recording.ts';
import { createCoordinateFinder, otherCoordinate } from './counted-operation.ts';
import { type Counts, type MetricsOptions, type RequestCounts, durationBounds } from './request-counts.ts';
import { outcomeOf, outcomeOfResult } from './request-outcome.ts';

const noEffects: readonly EffectName[] = [];

/** Counts the requests of a server. They are turned into text, by a library that is loaded then, when somebody reads them. */
export class Metrics implements Counts {
  readonly #findCoordinate: ReturnType<typeof createCoordinateFinder>;
  #text: Promise<() => Promise<string>> | undefined;
  readonly requests = new Map<string, RequestCounts>();
  readonly faults = new Map<EffectName, number>();

  constructor(readonly options: MetricsOptions) {
    this.#findCoordinate = createCoordinateFinder(options.schema);
  }

  /** Wraps the execution of GraphQL requests, so that they are counted by what was executed and what came of it. */
  readonly wrapExecution =
    (execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext> =>
    (ctx, request, context) => {
      const result = execute(ctx, request, context);
      return result instanceof Promise
        ? result.then((each) => this.#note(ctx, context, each))
        : this.#note(ctx, context, result);
    };

  #note({ state }: ServerContext, { operation, document }: RequestContext, result: ExecutionResult): ExecutionResult {
    state.coordinate = operation && document && this.#findCoordinate(operation, document);
    state.executionOutcome = outcomeOfResult(result);
    return result;
  }

  /** Counts a request that is over. */
  readonly countRequest = ({ state }: ServerContext, recording: Recording): void => {
    const { coordinate = otherCoordinate, executionOutcome, faults } = state;
    const effects = faults?.effects ?? noEffects;
    for (const effect of effects) this.faults.set(effect, (this.faults.get(effect) ?? 0) + 1);
    let counts = this.requests.get(coordinate);
    if (!counts) {
      counts = { byOutcome: new Map(), byDuration: Array<number>(durationBounds.length + 1).fill(0), totalSeconds: 0 };
      this.requests.set(coordinate, counts);
    }
    const outcome = outcomeOf(executionOutcome, effects, recording.status);
    counts.byOutcome.set(outcome, (counts.byOutcome.get(outcome) ?? 0) + 1);
    const seconds = recording.milliseconds / 1000;
    counts.totalSeconds += seconds;
    let index = 0;
    while (index < durationBounds.length && seconds > durationBounds[index]!) index++;
    counts.byDuration[index]! += 1;
  };

  /** The metrics of the server and of its process, as Prometheus reads them. */
  async text(): Promise<string> {
    this.#text ??= import('./metrics-text.ts').then(({ createMetricsText }) => createMetricsText(this));
    return (await this.#text)();
  }
}
