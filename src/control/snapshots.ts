import type { ClockSetting } from '../server/clock.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../records/tables.ts';
import { ProblemError } from './problem.ts';

/** A state that a world can return to. */
export interface WorldState {
  /** Frozen records. */
  tables: Tables;
  clock: ClockSetting;
}

/** What snapshots are taken of. */
interface RestorableWorld {
  readonly store: Store;
  takeState(): Promise<WorldState>;
  restore(state: WorldState): Promise<void>;
}

/** How many snapshots a world can have. */
const maxSnapshots = 100;

/** A named state of a world. */
export interface Snapshot {
  name: string;
  /** A date-time of the world's clock. */
  takenAt: string;
}

/** The named states of a world: records, ids and clock. */
export class Snapshots {
  readonly #world: RestorableWorld;
  readonly #states = new Map<string, WorldState & Snapshot>();

  constructor(world: RestorableWorld) {
    this.#world = world;
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
    const takenAt = this.#world.store.now();
    const state = await this.#world.takeState();
    checkCount();
    this.#states.set(name, { ...state, name, takenAt });
    return { name, takenAt };
  }

  /** The state that a snapshot holds; undefined if there is no such snapshot. */
  find(name: string): WorldState | undefined {
    return this.#states.get(name);
  }

  /** Returns the world to a snapshot. Throws a ProblemError if there is none with this name. */
  async restore(name: string): Promise<void> {
    await this.#world.restore(this.find(name) ?? this.#unknown(name));
  }

  /** Forgets a snapshot. Throws a ProblemError if there is none with this name. */
  delete(name: string): void {
    if (!this.#states.delete(name)) this.#unknown(name);
  }

  #unknown(name: string): never {
    throw new ProblemError(404, `There is no snapshot ${JSON.stringify(name)}.`, 'name');
  }
}
