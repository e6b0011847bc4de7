import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../server/clock.ts';
import type { User } from '../records/records.ts';
import type { Store } from '../store/store.ts';

/** The `ctx.state` of a plug-in. */
export interface PlugInState {
  /** The world that the request acts on: `world.store` has its records, `world.clock` its time. */
  world: { store: Pick<Store, 'all' | 'find' | 'where'>; clock: Clock };
  /** The user who sent the request; null if it is anonymous. */
  viewer: User | null;
}

/** The context of Koa for a request and its response. These are its most important members; `@types/koa` declares all of them. */
export interface PlugInContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[] | undefined>;
  readonly headers: IncomingHttpHeaders;
  get(header: string): string;
  status: number;
  type: string;
  body: unknown;
  set(header: string, value: string): void;
  redirect(url: string): void;
  throw(status: number, ...messages: string[]): never;
  state: PlugInState;
}

interface Middleware {
  call(ctx: PlugInContext, next: () => Promise<unknown>): unknown;
}

/**
 * A Koa middleware of a user. It can respond to any path except those of the control API and the pages, and change responses. The type also accepts
 * a middleware whose context has the types of `@types/koa`.
 */
export type PlugIn = Middleware['call'];
