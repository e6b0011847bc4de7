import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { LRUCache } from 'lru-cache';
import { RequestError } from '../errors.ts';
import { foreignOriginMessage } from '../server/http/origins.ts';
import { sessionHeader } from './api/client.ts';
import type { ControlledServer } from './api/operation.ts';
import { faultHeader } from './faults/rule.ts';
import { namePattern, nameSchema } from './api/schema.ts';
import type { World, WorldState } from './world.ts';

export interface TestSessionOptions {
  /** How many sessions there are at a time; 1000 by default. The one that is idle for longest gives way to a new one. */
  maxSessions?: number;
  /** The milliseconds without a request after which a session is dropped; ten minutes by default. */
  idleMs?: number;
  /** Creates the world of a session, with the records of the world or with a state. */
  create(state?: WorldState): Promise<World>;
}

const validName = new RegExp(namePattern);

/** The worlds of tests by name: each is created when it is first used, and dropped when it is idle. They are not stored. */
export class TestSessions {
  readonly #create: TestSessionOptions['create'];
  readonly #worlds: LRUCache<string, Promise<World>>;

  constructor({ maxSessions = 1000, idleMs = 10 * 60_000, create }: TestSessionOptions) {
    this.#create = create;
    this.#worlds = new LRUCache({
      max: maxSessions,
      ttl: idleMs,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      // Whoever follows its requests is told, and can follow those of the next session with this name.
      dispose: (world) => void world.then(({ requests }) => requests.end()).catch(() => {}),
    });
  }

  has(name: string): boolean {
    return this.#worlds.has(name);
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
      throw new RequestError(400, `The session name ${quoted} must be ${nameSchema['description']}.`);
    }
    const world = this.#create(state);
    this.#worlds.set(name, world);
    world.catch(() => {
      // There can be a newer session with this name.
      if (this.#worlds.peek(name) === world) this.#worlds.delete(name);
    });
    return world;
  }

  /** Drops a session; returns whether there was one. */
  delete(name: string): boolean {
    return this.#worlds.delete(name);
  }
}

/** The name of the session of a request; undefined if it does not name a session. The header takes precedence over the cookie. */
function readSessionName({ [sessionHeader]: header, cookie }: IncomingHttpHeaders): string | undefined {
  if (header !== undefined) return String(header);
  return /(?:^|;)\s*x-plenum-session=([^;\s]*)/i.exec(cookie ?? '')?.[1];
}

/**
 * Reads the name of the test session of a request; undefined if it names none. Throws a RequestError if the request may not use the
 * headers of the control.
 */
export function readSession(
  headers: IncomingHttpHeaders,
  isForeignOrigin: ControlledServer['isForeignOrigin'],
): string | undefined {
  const name = readSessionName(headers);
  if ((name !== undefined || headers[faultHeader] !== undefined) && isForeignOrigin(headers))
    throw new RequestError(403, foreignOriginMessage('Test sessions and faults', headers.origin));
  return name;
}

const visitorName = /^visitor-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const daySeconds = 24 * 60 * 60;

/** Whether the name of a session is one that the server gives to a visitor. */
export const isVisitorName = (name: string | undefined): boolean => name !== undefined && visitorName.test(name);

const cookie = (name: string, maxAgeSeconds: number): string =>
  `${sessionHeader}=${name}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;

/** Gives a client that names no session one of its own, by a cookie, which its request has from now on. */
export function giveSession({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  const headers: IncomingHttpHeaders = req.headers;
  if (readSessionName(headers) !== undefined) return;
  const name = `visitor-${randomUUID()}`;
  headers.cookie = [headers.cookie, `${sessionHeader}=${name}`].filter(Boolean).join('; ');
  res.appendHeader('Set-Cookie', cookie(name, 30 * daySeconds));
}

/**
 * Gives a page the cookie of the session that its URL names as `?session=NAME`; without a name, of none. Returns whether the URL says so,
 * and the page may enter that session.
 */
export function enterSession(
  { res, query }: { res: ServerResponse; query: ParsedUrlQuery },
  mayEnter: (session: string) => boolean,
): boolean {
  const { session } = query;
  if (typeof session !== 'string' || (session !== '' && !(validName.test(session) && mayEnter(session)))) return false;
  res.appendHeader('Set-Cookie', cookie(session, session === '' ? 0 : daySeconds));
  return true;
}
