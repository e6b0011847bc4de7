import type { GraphQLSchema } from 'graphql';
import type { Authentication } from '../server/auth/authentication.ts';
import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { EndpointWorld } from '../dialects/server-dialect.ts';
import { createAuthentication } from '../server/auth/authentication.ts';
import type { Clock } from '../server/clock.ts';
import { generateSigningKey } from '../store/signing-key.ts';
import type { Store } from '../store/store.ts';
import { AccessTokens } from './access-tokens.ts';
import type { FaultRule } from './faults/fault-rule.ts';
import { Faults } from './faults/faults.ts';
import { EditableRecords } from './records/edit-records.ts';
import type { Exchange } from './requests/exchange.ts';
import { RecordedRequests } from './requests/recorded-requests.ts';
import { Snapshots, type WorldState } from './snapshots.ts';

export interface WorldOptions {
  store: Store;
  clock: Clock;
  executor: Executor<RequestContext>;
  /** The schema whose fields faults can name. */
  faultSchema(): GraphQLSchema;
  /** The faults that there are at the start and after a reset; none by default. */
  initialFaults?: readonly FaultRule[] | undefined;
  filesFolder?: string | undefined;
  /** Receives each exchange when it is recorded. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Replaces the authentication of the users. */
  wrapAuthentication?: ((authentication: Authentication, store: Store) => Authentication) | undefined;
  /** Returns the state as it was loaded. Throws a CommandError if it cannot be loaded again. */
  loadState(): WorldState;
}

/**
 * What requests act on: records, users, clock, faults and recorded requests. A server has one of its own, and one for each
 * test session. A world knows no HTTP: resets and restores replace its state, and the steps of the server stay the same.
 */
export class World implements EndpointWorld {
  readonly #options: WorldOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly filesFolder: string | undefined;
  readonly schema: GraphQLSchema;
  readonly snapshots = new Snapshots(this);
  readonly records = new EditableRecords(this);
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly requests: RecordedRequests;
  /** Tokens, keys and secrets of the users. */
  readonly authentication: Authentication;
  #ready: Promise<unknown> | undefined;

  constructor(options: WorldOptions) {
    const { store, clock, executor, faultSchema, onExchange } = options;
    this.#options = options;
    this.store = store;
    this.clock = clock;
    this.filesFolder = options.filesFolder;
    this.schema = executor.schema;
    this.tokens = new AccessTokens(this);
    this.faults = new Faults({ store, schema: faultSchema, initial: options.initialFaults });
    this.requests = new RecordedRequests({ store, executor });
    if (onExchange) this.requests.subscribe(onExchange);
    const created = createAuthentication({ store, clock: clock.now });
    this.authentication = options.wrapAuthentication?.(created, store) ?? created;
  }

  /** Settles when no replacement of the records is in progress; undefined if none is. Requests wait for it. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready;
  }

  /** The state as it is now. Rejects with a StorageError if a write before it cannot be stored. */
  async takeState(): Promise<WorldState> {
    return { tables: await this.store.durableTables(), clock: this.clock.setting };
  }

  /**
   * Returns to a state; with another key, every token from sign-in ends. Rejects if the records cannot be stored; then nothing
   * changes.
   */
  async restore({ tables, clock }: WorldState, signingKey?: Uint8Array): Promise<void> {
    this.requests.rememberSecrets();
    while (this.#ready) await this.#ready;
    const restored = this.store.replace(tables, signingKey).then(() => (this.clock.setting = clock));
    this.#ready = restored.catch(() => {}).then(() => (this.#ready = undefined));
    await restored;
  }

  /** Returns to the state as it was loaded, and ends every token from sign-in. Snapshots stay. */
  async reset(): Promise<void> {
    await this.restore(this.#options.loadState(), generateSigningKey());
    this.tokens.clear();
    this.faults.reset();
    this.requests.clear();
  }
}
