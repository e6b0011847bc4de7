import type { GraphQLSchema } from 'graphql';
import type { Authentication } from '../contract/authentication.ts';
import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { EndpointWorld } from '../contract/server-dialect.ts';
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
  /** The key that signs tokens and cookies, 32 bytes; a new random key by default. */
  signingKey?: Uint8Array | undefined;
  filesFolder?: string | undefined;
  /** Receives each exchange when it is recorded. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Replaces the authentication of the users. */
  wrapAuthentication?: ((authentication: Authentication, store: Store) => Authentication) | undefined;
  /** Returns the state as it was loaded. Throws a CommandError if it cannot be loaded again. */
  loadState(): WorldState;
  /** Replaces the key that signs tokens. */
  renewSigningKey(): Promise<Uint8Array>;
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
  #signingKey: Uint8Array;
  #authentication: Authentication;
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
    this.#signingKey = options.signingKey ?? generateSigningKey();
    this.#authentication = this.#readUsers();
  }

  /** Tokens, keys and secrets of the users. */
  get authentication(): Authentication {
    return this.#authentication;
  }

  /** Settles when no replacement of the records is in progress; undefined if none is. Requests wait for it. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready;
  }

  /** The state as it is now. Rejects with a StorageError if a write before it cannot be stored. */
  async takeState(): Promise<WorldState> {
    return { tables: await this.store.freeze(), clock: this.clock.setting };
  }

  /**
   * Returns to a state; with `renewSigningKey`, every token from sign-in ends. Rejects if the records cannot be stored; then
   * nothing changes.
   */
  async restore(state: WorldState, renewSigningKey?: () => Promise<Uint8Array>): Promise<void> {
    this.requests.rememberSecrets();
    while (this.#ready) await this.#ready;
    const restored = this.#replace(state, renewSigningKey);
    this.#ready = restored.catch(() => {}).then(() => (this.#ready = undefined));
    await restored;
  }

  /** Returns to the state as it was loaded, and ends every token from sign-in. Snapshots stay. */
  async reset(): Promise<void> {
    const { loadState, renewSigningKey } = this.#options;
    await this.restore(loadState(), renewSigningKey);
    this.tokens.clear();
    this.faults.reset();
    this.requests.clear();
  }

  /** Takes over the records and the signing key that another server has written. */
  adopt(signingKey: Uint8Array): void {
    this.#signingKey = signingKey;
    this.#authentication = this.#readUsers();
  }

  async #replace({ tables, clock }: WorldState, renewSigningKey?: () => Promise<Uint8Array>): Promise<void> {
    await this.store.replace(tables);
    this.clock.setting = clock;
    try {
      if (renewSigningKey) this.#signingKey = await renewSigningKey();
    } finally {
      this.#authentication = this.#readUsers();
    }
  }

  /** The users and their tokens come from the records. */
  #readUsers(): Authentication {
    const { store, clock, wrapAuthentication } = this.#options;
    const signingKey = this.#signingKey;
    const created = createAuthentication({ store, signingKey, clock: clock.now });
    return wrapAuthentication?.(created, store) ?? created;
  }
}
