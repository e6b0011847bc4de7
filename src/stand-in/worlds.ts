import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { importOptional } from '../import-optional.ts';
import { TestSessions } from '../control/sessions.ts';
import { World, type WorldOptions, type WorldState } from '../control/world.ts';
import { Clock } from '../server/clock.ts';
import type { PostgresStoreOptions } from '../store/postgres.ts';
import { mergeWorld } from '../records/merge-world.ts';
import { type CheckAddedMember, formatWorldProblem } from '../records/validate.ts';
import { type OpenedStore, Store } from '../store/store.ts';
import type { Tables } from '../records/tables.ts';
import { loadWorldForServer } from '../records/packaged-worlds.ts';
import { loadWorldTables } from '../records/world.ts';
import type { ServerOptions } from './options.ts';

/** What a program adds to the worlds of a server. */
export interface WorldParts extends Pick<WorldOptions, 'onExchange' | 'wrapAuthentication'> {
  /** The records of the worlds as they are loaded. Default: those of the folder `world`. */
  loadTables?: ((checkAddedMember?: CheckAddedMember) => Tables) | undefined;
  /** Replaces the store of each world in memory. */
  wrapStore?: ((store: Store) => Store) | undefined;
  /** How far the clocks of new worlds are ahead of that of the machine, in milliseconds; 0 by default. */
  clockOffset?: number | undefined;
  /** Whether the user has chosen the world: a data folder that another world filled is refused then. */
  isWorldChosen?: boolean | undefined;
}

interface WorldsOptions
  extends
    WorldParts,
    Pick<ServerOptions, 'memory' | 'data' | 'store' | 'world' | 'dialect' | 'reset' | 'sessionPerVisitor'>,
    Pick<WorldOptions, 'executor' | 'initialFaults'> {
  /** What records may have beyond their kinds; nothing by default. */
  checkAddedMember?: CheckAddedMember | undefined;
  onBug(error: Error): void;
}

// A visitor of a demo comes back after lunch.
const dayMs = 24 * 60 * 60_000;

/** The world of a server, and how its store was opened. */
export interface OwnWorld {
  world: World;
  openedStore: OpenedStore;
}

/** The worlds of a server: its own, and those of test sessions. They share what is unchanged with the world as it was loaded. */
export class Worlds {
  readonly #options: WorldsOptions;
  /** The world as it was loaded. */
  #seed: Tables | undefined;
  #own: World | undefined;
  readonly #sharedSnapshots: WorldOptions['sharedSnapshots'] = new Map();
  #reloading: Promise<void> = Promise.resolve();
  /** The server's own world. Rejects with a CommandError if its records cannot be loaded. */
  readonly own: Promise<OwnWorld>;
  readonly sessions: TestSessions;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.sessions = new TestSessions({
      ...(options.sessionPerVisitor && { idleMs: dayMs }),
      create: async (state) => this.#createInMemory(state ? () => state : this.#loadSeed),
    });
    this.own = this.#open();
    this.own.then(
      ({ world }) => (this.#own = world),
      () => {},
    );
  }

  /** The server's own world; undefined while its records are loaded. */
  get current(): World | undefined {
    return this.#own;
  }

  /** Finds the world of a test session, or the server's own if no name is given; without a promise if it is there. */
  find(session: string | undefined, mayCreate: boolean): World | Promise<World> {
    const find = (world: World) => (session === undefined ? world : this.sessions.get(session, mayCreate));
    // A session also waits: the server closes when its own world cannot be loaded.
    return this.#own ? find(this.#own) : this.own.then(({ world }) => find(world));
  }

  /** Loads the world again, after earlier reloads, and keeps what clients wrote. Rejects with a CommandError if it cannot be loaded. */
  reload(): Promise<void> {
    const reload = async () => {
      // Of a checkout, somebody may edit the worlds of the package.
      const next = this.#loadTables(loadWorldTables);
      const { world } = await this.own;
      await world.replace((current) => {
        const { tables, problems } = mergeWorld(this.#seed!, current, next);
        if (problems[0]) throw new CommandError(formatWorldProblem(problems[0]), exitCodes.usage);
        return tables;
      });
      this.#seed = next;
    };
    const reloaded = this.#reloading.then(reload);
    this.#reloading = reloaded.catch(() => {});
    return reloaded;
  }

  #loadTables(loadFolder = loadWorldForServer): Tables {
    const { loadTables, checkAddedMember, world, dialect } = this.#options;
    return loadTables?.(checkAddedMember) ?? loadFolder(world, Date.now(), { dialect, checkAddedMember });
  }

  readonly #loadSeed = (): WorldState => ({
    tables: (this.#seed ??= this.#loadTables()),
    clock: clockSetting(this.#options.clockOffset),
  });

  #createInMemory(loadState: () => WorldState): World {
    const { tables, clock: setting } = loadState();
    const clock = new Clock();
    clock.setting = setting;
    const created = new Store(tables, { clock: clock.now });
    return this.#createWorld({ store: this.#options.wrapStore?.(created) ?? created, clock, loadState });
  }

  async #open(): Promise<OwnWorld> {
    const { memory, data, store: url, world, dialect, reset, isWorldChosen, checkAddedMember } = this.#options;
    const { onBug: onError } = this.#options;
    const clock = new Clock();
    const shared = { world, isWorldChosen, dialect, reset, clock: clock.now, checkAddedMember };
    if (memory) {
      const own = this.#createInMemory(this.#loadSeed);
      return { openedStore: { store: own.store, source: 'world', droppedTornLine: false }, world: own };
    }
    const openedStore =
      url === undefined
        ? await (await import('../store/data-folder.ts')).openDataFolder({ ...shared, data, onError })
        : await openDatabase({ ...shared, url });
    const { store } = openedStore;
    try {
      return { openedStore, world: this.#createWorld({ store, clock, loadState: this.#loadSeed }) };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  #createWorld(own: Pick<WorldOptions, 'store' | 'clock' | 'loadState'>): World {
    const { world, checkAddedMember } = this.#options;
    own.store.checkAddedMember = checkAddedMember;
    return new World({
      ...this.#options,
      ...own,
      filesFolder: join(world, 'files'),
      sharedSnapshots: this.#sharedSnapshots,
    });
  }
}

async function openDatabase(options: PostgresStoreOptions): Promise<OpenedStore> {
  const { openPostgresStore } = await importOptional('pg', '--store', () => import('../store/postgres.ts'));
  return openPostgresStore(options);
}

const clockSetting = (offset = 0): WorldState['clock'] =>
  offset === 0 ? { mode: 'wall' } : { mode: 'offset', by: offset };
