import type { Context } from 'koa';
import type { World } from '../world.ts';
import type { ExchangeDetails } from './request-schemas.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { TestSessions } from '../test-sessions.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './operation-types.ts';
import type { OperationId } from './operations.ts';

/** What a server says about itself. */
export type Identity = Omit<ResponseOf<'identify'>, 'name'>;

/** The server that the control API acts on. */
export interface ControlledServer {
  identity: Identity;
  sessions: TestSessions;
  /** Compares the responses with those of a live deployment; undefined if there is none. */
  shadow?: Shadow | undefined;
  /** What `performance.now()` was at the start. */
  startedAt: number;
  /** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
  draftCase(details: ExchangeDetails, world: World): Promise<ResponseOf<'draftCase'>>;
}

/** A valid request to an operation of the control API. Its members follow the schemas of the operation. */
export interface AdminRequest<Id extends OperationId> {
  ctx: Context;
  server: ControlledServer;
  /** The parameters of the path. */
  params: ParamsOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
  /** Finds the world that the request acts on. Throws if the server requires a session and the request names none. */
  findWorld(): Promise<World>;
  /** Finds the world that the request names, or the server's own. */
  findWorldOrOwn(): Promise<World>;
}

/** The handlers of some operations. Each returns the body of the response. */
export type Handlers<Id extends OperationId = OperationId> = {
  [Each in Id]: (request: AdminRequest<Each>) => ResponseOf<Each> | Promise<ResponseOf<Each>>;
};
