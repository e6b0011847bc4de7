import type { Context } from 'koa';
import type { ControlledInstance } from '../controlled-instance.ts';
import type { ExchangeDetails } from '../requests/exchange-details.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { TestSessions } from '../test-sessions.ts';

/** What a server says about itself. */
export interface Identity {
  version: string;
  dialect: string;
  world: string;
}

/** The server that the control API acts on. */
export interface ControlledServer {
  identity: Identity;
  sessions: TestSessions;
  /** Compares the responses with those of a live deployment; undefined if there is none. */
  shadow?: Shadow | undefined;
  /** What `performance.now()` was at the start. */
  startedAt: number;
  /** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
  draftCase(details: ExchangeDetails, instance: ControlledInstance): Promise<object>;
}

/** A valid request to the control API. */
export interface AdminRequest {
  ctx: Context;
  server: ControlledServer;
  /** The parameters of the path. */
  params: Record<'name' | 'kind' | 'id', string>;
  /** The parameters of the query, which follow the schema of the operation. */
  query: object;
  /** A body that follows the schema of the operation. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** Finds the instance that the request acts on. Throws if the server requires a session and the request names none. */
  findInstance(): Promise<ControlledInstance>;
  /** Finds the instance that the request names, or the server's own. */
  findInstanceOrOwn(): Promise<ControlledInstance>;
}

/** Returns the body of the response. */
export type Handler = (request: AdminRequest) => unknown;
