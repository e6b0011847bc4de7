import { Instance, type InstanceOptions, type InstanceState } from '../server/instance.ts';
import { AccessTokens } from './access-tokens.ts';
import { Faults } from './faults/faults.ts';
import { RequestJournal } from './requests/request-journal.ts';
import { Snapshots } from './snapshots.ts';

export interface ControlledInstanceOptions extends InstanceOptions {
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
  readonly faults = new Faults();
  readonly requests = new RequestJournal();

  constructor(options: ControlledInstanceOptions) {
    super(options);
    this.#options = options;
    this.tokens = new AccessTokens(this, options.tokenLifetimeSeconds);
  }

  /** Returns to the state as it was loaded, and ends every token from sign-in. Snapshots stay. */
  async reset(): Promise<void> {
    const { loadState, renewSigningKey } = this.#options;
    await this.restore(loadState(), renewSigningKey);
    this.tokens.clear();
    this.faults.clear();
    this.requests.clear();
  }
}
