import type { GraphQLSchema } from 'graphql';
import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { MockMode } from '../contract/server-dialect.ts';
import { Instance, type InstanceOptions, type InstanceState } from '../server/instance.ts';
import { AccessTokens } from './access-tokens.ts';
import { faultExecutorOf } from './faults/fault-executor.ts';
import { createFaultExecution, createFaultMiddleware } from './faults/fault-middleware.ts';
import { Faults } from './faults/faults.ts';
import type { Exchange } from './requests/exchange.ts';
import { createRecorder, recordExecution } from './requests/record-requests.ts';
import { RequestJournal } from './requests/request-journal.ts';
import { createObserver } from './shadow/observe-requests.ts';
import type { Shadow } from './shadow/shadow.ts';
import { Snapshots } from './snapshots.ts';
import { type Upstream, createForwarding } from './upstream/forwarding.ts';

export interface ControlledInstanceOptions extends Omit<InstanceOptions, 'middleware' | 'execute'> {
  executor: Executor<RequestContext>;
  mockMode: MockMode;
  /** Whether requests can ask for a fault by a header; true by default. */
  controlHeaders?: boolean;
  /** Where requests go that the instance does not know; if omitted, nowhere. */
  upstream?: Upstream | undefined;
  /** Compares the responses with those of a live deployment; none by default. */
  shadow?: Shadow | undefined;
  /** Receives each exchange when it is in the journal. */
  onExchange?: (exchange: Exchange) => void;
  /** Returns the state as it was loaded. Throws a CommandError if it cannot be loaded again. */
  loadState(): InstanceState;
  /** Replaces the key that signs tokens. */
  renewSigningKey(): Promise<Uint8Array>;
}

/** An instance that tests control: they reset it, return to snapshots, issue tokens, set faults and read its requests. */
export class ControlledInstance extends Instance {
  readonly #options: ControlledInstanceOptions;
  readonly snapshots = new Snapshots(this);
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly requests: RequestJournal;

  constructor(options: ControlledInstanceOptions) {
    const { store, clock, dialect, mockMode, executor, upstream, shadow, controlHeaders = true } = options;
    const withFaults = () => faultExecutorOf(dialect, mockMode);
    const faults = new Faults({ store, schema: () => withFaults().schema });
    const requests = new RequestJournal(options);
    const record = createRecorder(requests, clock);
    const applyFaults = createFaultMiddleware(faults, controlHeaders);
    const executeWithFaults = createFaultExecution({ ordinary: executor, withFaults });
    const forwarding = upstream && createForwarding({ upstream, store, executor });
    const observer = shadow && createObserver({ shadow, executor, clock, show: requests.show });
    const execute = recordExecution(requests, forwarding?.wrapExecution(executeWithFaults) ?? executeWithFaults);
    super({
      ...options,
      middleware: observer ? (ctx, next) => record(ctx, () => observer.middleware(ctx, next)) : record,
      execute: observer?.wrapExecution(execute) ?? execute,
      aroundEndpoints: forwarding
        ? (ctx, next) => applyFaults(ctx, () => forwarding.middleware(ctx, next))
        : applyFaults,
    });
    this.#options = options;
    this.tokens = new AccessTokens(this, options.tokenLifetimeSeconds);
    this.faults = faults;
    this.requests = requests;
    if (options.onExchange) requests.subscribe(options.onExchange);
  }

  /** The schema of the API. */
  get schema(): GraphQLSchema {
    return this.#options.executor.schema;
  }

  /** Returns to the state as it was loaded, and ends every token from sign-in. Snapshots stay. */
  async reset(): Promise<void> {
    const { loadState, renewSigningKey } = this.#options;
    await this.restore(loadState(), renewSigningKey);
    this.tokens.clear();
    this.faults.clear();
    this.requests.clear();
  }

  override restore(...args: Parameters<Instance['restore']>): Promise<void> {
    this.requests.rememberSecrets();
    return super.restore(...args);
  }
}
