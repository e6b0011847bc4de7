import type { GraphQLSchema } from 'graphql';
import type { Authentication } from '../server/auth/authentication.ts';
import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Tables } from '../records/tables.ts';
import { createAuthentication } from '../server/auth/authentication.ts';
import type { Clock, ClockSetting } from '../server/clock.ts';
import { generateSigningKey } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { notFound } from './api/problem.ts';
import type { InitialFaults } from './faults/rule.ts';
import { Faults } from './faults/faults.ts';
import type { Exchange } from './requests/exchange.ts';
import { RecordedRequests } from './requests/recorded-requests.ts';
import { AccessTokens } from './tokens.ts';

/** A state that a world can return to. */
export interface WorldState {
  /** Frozen records. */
  tables: Tables;
  clock: ClockSetting;
}

/** A state with a name. */
interface Snapshot {
  name: string;
  /** A date-time of the world's clock. */
  takenAt: string;
  state: WorldState;
}

export interface WorldOptions {
  store: Store;
  clock: Clock;
  executor: Executor<RequestContext>;
  /** The faults that there are at the start and after a reset; none by default. */
  initialFaults?: InitialFaults | undefined;
  filesFolder?: string | undefined;
  /** The snapshots to which every world of the server can return. */
  sharedSnapshots: Map<string, Snapshot>;
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
export class World {
  readonly #options: WorldOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly filesFolder: string | undefined;
  readonly schema: GraphQLSchema;
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly requests: RecordedRequests;
  /** Tokens, keys and secrets of the users. */
  readonly authentication: Authentication;
  readonly #snapshots = new Map<string, Snapshot>();
  #ready: Promise<unknown> | undefined;

  constructor(options: WorldOptions) {
    const { store, clock, executor, onExchange } = options;
    this.#options = options;
    this.store = store;
    this.clock = clock;
    this.filesFolder = options.filesFolder;
    this.schema = executor.schema;
    this.tokens = new AccessTokens(this);
    this.faults = new Faults(store, this.schema, options.initialFaults);
    this.requests = new RecordedRequests(store, executor);
    if (onExchange) this.requests.events.on('exchange', onExchange);
    const created = createAuthentication({ store, clock: clock.now });
    this.authentication = options.wrapAuthentication?.(created, store) ?? created;
  }

  /** Settles when no replacement of the records is in progress; undefined if none is. Requests wait for it. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready;
  }

  /** Replaces the records by those that `next` makes of them, as `Store.replace` does; requests wait meanwhile. Without a clock, it stays. */
  async replace(next: (current: Tables) => Tables, clock?: ClockSetting, newKey?: Uint8Array): Promise<void> {
    this.requests.rememberSecrets();
    while (this.#ready) await this.#ready;
    const replaced = this.store.replace(next, newKey).then(() => (this.clock.setting = clock ?? this.clock.setting));
    this.#ready = replaced.catch(() => {}).then(() => (this.#ready = undefined));
    await replaced;
  }

  /** Returns to a state. Tokens stay as they are: valid, expired or revoked. */
  restore({ tables, clock }: WorldState): Promise<void> {
    return this.replace(() => tables, clock);
  }

  /** Returns to the state as it was loaded, and ends every token from sign-in. Snapshots stay. */
  async reset(): Promise<void> {
    const { tables, clock } = this.#options.loadState();
    await this.replace(() => tables, clock, generateSigningKey());
    this.tokens.clear();
    this.faults.reset();
    this.requests.clear();
  }

  /** The snapshots of this world, in the order of their names. */
  get snapshots(): Omit<Snapshot, 'state'>[] {
    const snapshots = [...this.#snapshots.values()].map(({ name, takenAt }) => ({ name, takenAt }));
    return snapshots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Takes a snapshot of records, ids and clock, for this world or for every world of the server; one with the same name is replaced.
   * Rejects with a StorageError if a write before it cannot be stored.
   */
  async takeSnapshot(name: string, isShared = false): Promise<Omit<Snapshot, 'state'>> {
    const takenAt = this.store.now();
    const state = { tables: await this.store.durableTables(), clock: this.clock.setting };
    (isShared ? this.#options.sharedSnapshots : this.#snapshots).set(name, { name, takenAt, state });
    return { name, takenAt };
  }

  /** The state that a snapshot holds; undefined if there is no such snapshot. */
  findSnapshot(name: string): WorldState | undefined {
    return (this.#snapshots.get(name) ?? this.#options.sharedSnapshots.get(name))?.state;
  }

  /** Forgets a snapshot. Throws a ProblemError if there is none with this name. */
  deleteSnapshot(name: string): void {
    if (!this.#snapshots.delete(name) && !this.#options.sharedSnapshots.delete(name))
      notFound('snapshot', name, 'name');
  }
}
