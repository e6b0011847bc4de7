import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { RequestError } from '../errors.ts';
import type { InstanceState } from '../server/instance.ts';
import { namePattern } from './admin/schemas.ts';
import type { ControlledInstance } from './controlled-instance.ts';

export interface TestSessionOptions {
  /** How many sessions there may be at a time. */
  maxSessions: number;
  /** The milliseconds without a request after which a session is dropped. */
  idleMs: number;
  /** Creates the instance of a session, with the records of the world or with a state. */
  create(state?: InstanceState): Promise<ControlledInstance>;
}

/** The header and the cookie that name the session of a request. */
export const sessionHeader = 'x-plenum-session';

const validName = new RegExp(namePattern);

/** The worlds of tests by name: each is created when it is first used, and dropped when it is idle. None is durable. */
export class TestSessions {
  readonly #options: TestSessionOptions;
  readonly #instances: LRUCache<string, Promise<ControlledInstance>>;

  constructor(options: TestSessionOptions) {
    this.#options = options;
    this.#instances = new LRUCache({
      max: options.maxSessions,
      ttl: options.idleMs,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      // Whoever follows its requests is told, and can follow those of the next session with this name.
      dispose: (instance) => void instance.then(({ requests }) => requests.changes.emit('end')).catch(() => {}),
    });
  }

  get names(): string[] {
    return [...this.#instances.keys()].toSorted();
  }

  /** The instance of a session; it is created if there is none. Throws a RequestError if it cannot be. */
  get(name: string): Promise<ControlledInstance> {
    return this.#instances.get(name) ?? this.create(name);
  }

  /** Creates a session, or replaces the one with this name, by one in a state, or with the records of the world. */
  create(name: string, state?: InstanceState): Promise<ControlledInstance> {
    if (!validName.test(name)) {
      const quoted = JSON.stringify(name.slice(0, 100));
      throw new RequestError(
        400,
        `The session name ${quoted} must have 1 to 100 letters, digits or characters of "._:-".`,
      );
    }
    const { maxSessions, create } = this.#options;
    if (this.#instances.size >= maxSessions && !this.#instances.has(name)) {
      throw new RequestError(
        409,
        `There are ${maxSessions} sessions already. Delete some, or allow more with --max-sessions.`,
      );
    }
    const instance = create(state);
    this.#instances.set(name, instance);
    instance.catch(() => this.#instances.delete(name));
    return instance;
  }

  /** Drops a session; returns whether there was one. */
  delete(name: string): boolean {
    return this.#instances.delete(name);
  }
}

/** The name of the session of a request; undefined if it names none. The header takes precedence over the cookie. */
export function readSessionName({ [sessionHeader]: header, cookie }: IncomingHttpHeaders): string | undefined {
  if (header !== undefined) return String(header);
  return /(?:^|;)\s*x-plenum-session=([^;\s]*)/i.exec(cookie ?? '')?.[1];
}
