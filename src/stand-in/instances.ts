import { join } from 'node:path';
import { ControlledInstance, type ControlledInstanceOptions } from '../control/controlled-instance.ts';
import { TestSessions } from '../control/test-sessions.ts';
import { Clock } from '../server/clock.ts';
import type { InstanceState } from '../server/instance.ts';
import { type OpenedStore, openStore } from '../store/open.ts';
import { generateSigningKey, loadSigningKey, replaceSigningKey } from '../store/signing-key.ts';
import type { EventDetails } from '../store/postgres/log-options.ts';
import { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { loadWorldTables } from '../store/world.ts';
import { replaceWorld } from './watch-world.ts';

/** Where the records of the instances come from. */
export interface InstanceSource {
  /** The data folder, or null to hold the records in memory only. */
  data: string | null;
  /** The URL of the PostgreSQL database that holds the records instead. */
  store?: string | undefined;
  /** Receives what the operator may want to know of the database. */
  onStoreEvent?: ((message: string, details: EventDetails) => void) | undefined;
  /** The folder of the world that a new store starts with. */
  world: string;
  /** How many test sessions there may be at a time; 1,000 by default. */
  maxSessions?: number;
  /** The milliseconds without a request after which a test session is dropped; 10 minutes by default. */
  sessionIdleMs?: number;
}

type SharedOptions = Omit<
  ControlledInstanceOptions,
  'store' | 'clock' | 'loadState' | 'renewSigningKey' | 'signingKey'
>;

/** The server's own instance and those of the test sessions. */
export interface Instances {
  /** The server's own instance. Rejects with a CommandError if the records cannot be loaded. */
  own: Promise<{ openedStore: OpenedStore; instance: ControlledInstance }>;
  sessions: TestSessions;
  /** Loads the world again, and keeps what clients wrote. Rejects with a CommandError if it cannot be loaded. */
  reloadWorld(): Promise<void>;
}

/** Opens the store. The instances share what is unchanged with the world as it was loaded. */
export function openInstances(
  { data, store: url, onStoreEvent, world, maxSessions, sessionIdleMs }: InstanceSource,
  sharedOptions: SharedOptions,
): Instances {
  const options = { ...sharedOptions, filesFolder: join(world, 'files') };
  let seed: Tables | undefined;
  const loadSeed = (): InstanceState => ({
    tables: (seed ??= loadWorldTables(world, Date.now())),
    clock: { mode: 'wall' },
  });

  function createInMemory(loadState: () => InstanceState): ControlledInstance {
    const { tables, clock: setting } = loadState();
    const clock = new Clock();
    clock.setting = setting;
    const store = new Store(tables.layer(), clock.now);
    return new ControlledInstance({
      ...options,
      store,
      clock,
      loadState,
      renewSigningKey: async () => generateSigningKey(),
    });
  }

  async function openDatabase(database: string) {
    const { openPostgresStore } = await import('../store/postgres/open.ts');
    const clock = new Clock();
    const onError = options.onBug ?? (() => {});
    const opened = await openPostgresStore({ url: database, world, clock: clock.now, onError, onEvent: onStoreEvent });
    const { store, signingKey, renewSigningKey } = opened;
    const own = { store, clock, signingKey, loadState: loadSeed, renewSigningKey };
    const instance = new ControlledInstance({ ...options, ...own });
    opened.onReplaced((key) => instance.adopt(key));
    return { openedStore: opened, instance };
  }

  async function open() {
    if (url !== undefined) return openDatabase(url);
    if (data === null) {
      const instance = createInMemory(loadSeed);
      return { openedStore: inMemory(instance.store), instance };
    }
    const clock = new Clock();
    const openedStore = await openStore({ world, data, clock: clock.now, onError: options.onBug ?? (() => {}) });
    try {
      const { store } = openedStore;
      const signingKey = await loadSigningKey(data);
      const renewSigningKey = () => replaceSigningKey(data);
      const own = { store, clock, signingKey, loadState: loadSeed, renewSigningKey };
      return { openedStore, instance: new ControlledInstance({ ...options, ...own }) };
    } catch (error) {
      await openedStore.close();
      throw error;
    }
  }

  const sessions = new TestSessions({
    maxSessions: maxSessions ?? 1000,
    idleMs: sessionIdleMs ?? 600_000,
    create: async (state) => createInMemory(state ? () => state : loadSeed),
  });
  const own = open();

  async function reloadWorld(): Promise<void> {
    const next = loadWorldTables(world, Date.now());
    await replaceWorld((await own).instance, seed!, next);
    seed = next;
  }

  return { own, sessions, reloadWorld };
}

const inMemory = (store: Store): OpenedStore => ({
  store,
  source: 'world',
  droppedTornLine: false,
  close: async () => {},
});
