import type { Instance, InstanceState } from '../server/instance.ts';
import { ProblemError } from './problem.ts';

/** How many snapshots an instance can have. */
export const maxSnapshots = 100;

/** A named state of an instance. */
export interface Snapshot {
  name: string;
  /** A date-time of the instance's clock. */
  takenAt: string;
}

/** The named states of an instance: records, ids and clock. */
export class Snapshots {
  readonly #instance: Instance;
  readonly #states = new Map<string, InstanceState & Snapshot>();

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** The snapshots, in the order of their names. */
  list(): Snapshot[] {
    const snapshots = [...this.#states.values()].map(({ name, takenAt }) => ({ name, takenAt }));
    return snapshots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Takes a snapshot; one with the same name is replaced. Throws a ProblemError if there are too many. */
  async take(name: string): Promise<Snapshot> {
    const checkCount = () => {
      if (this.#states.size >= maxSnapshots && !this.#states.has(name))
        throw new ProblemError(409, `There are ${maxSnapshots} snapshots already. Delete some.`, 'name');
    };
    checkCount();
    const takenAt = this.#instance.store.now();
    const state = await this.#instance.takeState();
    checkCount();
    this.#states.set(name, { ...state, name, takenAt });
    return { name, takenAt };
  }

  /** The state that a snapshot holds; undefined if there is no such snapshot. */
  find(name: string): InstanceState | undefined {
    return this.#states.get(name);
  }

  /** Returns the instance to a snapshot. Throws a ProblemError if there is none with this name. */
  async restore(name: string): Promise<void> {
    await this.#instance.restore(this.find(name) ?? this.#unknown(name));
  }

  /** Forgets a snapshot. Throws a ProblemError if there is none with this name. */
  delete(name: string): void {
    if (!this.#states.delete(name)) this.#unknown(name);
  }

  #unknown(name: string): never {
    throw new ProblemError(404, `There is no snapshot ${JSON.stringify(name)}.`, 'name');
  }
}
