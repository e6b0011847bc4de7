import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Sessions } from '../contract/sessions.ts';
import { generateSigningKey } from '../store/signing-key.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { type AppOptions, createApp } from './app.ts';
import { createSessions } from './auth/sessions.ts';
import type { Clock, ClockSetting } from './clock.ts';

export interface InstanceOptions extends Omit<AppOptions, 'sessions'> {
  clock: Clock;
  /** How long a token from sign-in is valid. */
  tokenLifetimeSeconds: number;
  /** The key that signs tokens and cookies, 32 bytes; a new random key by default. */
  signingKey?: Uint8Array;
}

/** A state that an instance can return to. */
export interface InstanceState {
  /** Frozen records. */
  tables: Tables;
  clock: ClockSetting;
}

/** A world that requests act on, with its records, users, clock: the server's own, or that of one test. */
export class Instance {
  readonly #options: InstanceOptions;
  readonly store: Store;
  readonly clock: Clock;
  #signingKey: Uint8Array;
  #sessions!: Sessions;
  #listener!: RequestListener;
  /** Settles when no replacement of the records is in progress. */
  #ready: Promise<unknown> | undefined;

  constructor(options: InstanceOptions) {
    this.#options = options;
    this.store = options.store;
    this.clock = options.clock;
    this.#signingKey = options.signingKey ?? generateSigningKey();
    this.#readUsers();
  }

  /** Tokens, keys and secrets of the users. */
  get sessions(): Sessions {
    return this.#sessions;
  }

  /** Responds to a request. While the records are replaced, it waits. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (!this.#ready) return void this.#listener(request, response);
    void this.#ready.then(() => this.handle(request, response));
  };

  /** The state as it is now. Rejects with a StorageError if a write before it cannot be stored. */
  async takeState(): Promise<InstanceState> {
    return { tables: await this.store.freeze(), clock: this.clock.setting };
  }

  /**
   * Returns to a state; with `renewSigningKey`, every token from sign-in ends. Rejects if the records cannot be stored; then
   * nothing changes.
   */
  async restore(state: InstanceState, renewSigningKey?: () => Promise<Uint8Array>): Promise<void> {
    while (this.#ready) await this.#ready;
    const restored = this.#restore(state, renewSigningKey);
    this.#ready = restored.catch(() => {}).then(() => (this.#ready = undefined));
    await restored;
  }

  /** Takes over the records and the signing key that another server has written. */
  adopt(signingKey: Uint8Array): void {
    this.#signingKey = signingKey;
    this.#readUsers();
  }

  async #restore({ tables, clock }: InstanceState, renewSigningKey?: () => Promise<Uint8Array>): Promise<void> {
    await this.store.replace(tables);
    this.clock.setting = clock;
    if (renewSigningKey) this.#signingKey = await renewSigningKey();
    this.#readUsers();
  }

  /** The users and their tokens come from the records. */
  #readUsers(): void {
    const { store, clock, tokenLifetimeSeconds: lifetimeSeconds } = this.#options;
    const sessions = createSessions({ store, signingKey: this.#signingKey, lifetimeSeconds, clock: clock.now });
    this.#sessions = sessions;
    this.#listener = createApp({ ...this.#options, sessions }).callback() as RequestListener;
  }
}
