import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { RequestError } from '../errors.ts';
import { nameDescription, namePattern, sessionHeader } from './names.ts';
import type { WorldState } from './snapshots.ts';
import type { World } from './world.ts';

export interface TestSessionOptions {
  /** How many sessions there may be at a time. */
  maxSessions: number;
  /** The milliseconds without a request after which a session is dropped; 0 if it stays. */
  idleMs: number;
  /** The milliseconds without a request after which a session gives way to a new one if there are too many; a minute by default. */
  giveWayMs?: number;
  /** Creates the world of a session, with the records of the world or with a state. */
  create(state?: WorldState): Promise<World>;
}

const validName = new RegExp(namePattern);

/** The worlds of tests by name: each is created when it is first used, and dropped when it is idle. They are not stored. */
export class TestSessions {
  readonly #options: TestSessionOptions;
  readonly #worlds: LRUCache<string, Promise<World>>;

  constructor(options: TestSessionOptions) {
    this.#options = options;
    this.#worlds = new LRUCache({
      max: options.maxSessions,
      ttl: options.idleMs,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      // Whoever follows its requests is told, and can follow those of the next session with this name.
      dispose: (world) => void world.then(({ requests }) => requests.end()).catch(() => {}),
    });
  }

  get names(): string[] {
    return [...this.#worlds.keys()].toSorted();
  }

  /** The world of a session. A session that does not exist yet is created if `mayCreate`. Throws a RequestError if it is not, or cannot be. */
  get(name: string, mayCreate = true): Promise<World> {
    const world = this.#worlds.get(name);
    if (world) return world;
    if (mayCreate) return this.create(name);
    const quoted = JSON.stringify(name.slice(0, 100));
    throw new RequestError(
      404,
      `There is no session ${quoted}. Create it with PUT /__admin/sessions/NAME and the control token.`,
    );
  }

  /** Creates a session, or replaces the one with this name, by one in a state, or with the records of the world. */
  create(name: string, state?: WorldState): Promise<World> {
    if (!validName.test(name)) {
      const quoted = JSON.stringify(name.slice(0, 100));
      throw new RequestError(400, `The session name ${quoted} must be ${nameDescription}.`);
    }
    const { maxSessions, idleMs, create } = this.#options;
    if (this.#worlds.size >= maxSessions && !this.#worlds.has(name) && !this.#dropIdle()) {
      throw new RequestError(
        409,
        `There are ${maxSessions} sessions already, ${idleMs === 0 ? 'which stay' : 'all used within the last minute'}. Delete some, or allow more with --max-sessions.`,
      );
    }
    const world = create(state);
    this.#worlds.set(name, world);
    world.catch(() => this.#worlds.delete(name));
    return world;
  }

  /** Drops the session that has been idle for longest; returns whether there was one that is idle for long enough. */
  #dropIdle(): boolean {
    const { idleMs, giveWayMs = 60_000 } = this.#options;
    const [oldest] = this.#worlds.rkeys();
    // Those of a session that stays are infinite.
    if (oldest === undefined || idleMs - this.#worlds.getRemainingTTL(oldest) < giveWayMs) return false;
    return this.delete(oldest);
  }

  /** Drops a session; returns whether there was one. */
  delete(name: string): boolean {
    return this.#worlds.delete(name);
  }
}

/** The name of the session of a request; undefined if it does not name a session. The header takes precedence over the cookie. */
export function readSessionName({ [sessionHeader]: header, cookie }: IncomingHttpHeaders): string | undefined {
  if (header !== undefined) return String(header);
  return /(?:^|;)\s*x-plenum-session=([^;\s]*)/i.exec(cookie ?? '')?.[1];
}
