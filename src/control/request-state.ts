import type Koa from 'koa';
import type { RequestState } from '../server/endpoint.ts';
import type { RequestFaults } from './faults/apply.ts';
import type { Recording } from './requests/recorded-requests.ts';
import type { World } from './world.ts';

/** What the steps of the server know of a request. */
export interface ServerState extends RequestState {
  world: World;
  /** Whether the request is one to the control or a page; undefined for the API. */
  isControl?: boolean;
  /** What is recorded of it; undefined for requests to the control. */
  recording?: Recording;
  /** Its faults; undefined if its world has none and the request asks for none. */
  faults?: RequestFaults;
}

/** A request on its way through the steps of the server. */
export type ServerContext = Koa.ParameterizedContext<ServerState>;

/** A step of the server: the list of them is in `stand-in/app.ts`. */
export type Step = Koa.Middleware<ServerState>;

/** Sets a header of a response that web pages of other origins can read too. */
export function setExposedHeader(ctx: ServerContext, name: string, value: string): void {
  ctx.set(name, value);
  if (!ctx.get('Origin')) return;
  const exposed = ctx.response.get('Access-Control-Expose-Headers');
  ctx.set('Access-Control-Expose-Headers', exposed ? `${exposed},${name}` : name);
}
