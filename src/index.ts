import type { StandIn } from './stand-in/controls.ts';
import type { StandInOptions } from './stand-in/stand-in.ts';

export { CommandError } from './command-error.ts';
export type { ClockSetting } from './server/clock.ts';
export type { FaultEffect } from './control/faults/fault-effect.ts';
export type { Fault, FaultRule, NewFault } from './control/faults/fault-rule.ts';
export type { Match } from './control/matching.ts';
export type { Exchange } from './control/requests/exchange.ts';
export type {
  Clock,
  Controls,
  ExchangeFilter,
  FaultControls,
  RecordControls,
  RequestControls,
  Snapshot,
  StandIn,
  StandInSession,
  TokenRequest,
} from './stand-in/controls.ts';
export { headersFor } from './stand-in/headers-for.ts';
export type { Fetch } from './stand-in/send-fetch.ts';
export { type ConnectOptions, connectStandIn } from './stand-in/remote/connect-stand-in.ts';
export type { Records, WorldKind } from './records/kinds.ts';
export type { OAuthScope } from './records/oauth-scopes.ts';
export type { PlugIn, PlugInContext, PlugInState } from './stand-in/plug-in.ts';
export type { StandInOptions } from './stand-in/stand-in.ts';

/**
 * Starts a stand-in in this process. The first call loads the server; what only connects to another process does not need it.
 *
 * @example
 * const standIn = await createStandIn({ dialect: 'decidim-0.32' });
 * const response = await standIn.fetch('/api', { method: 'POST', headers, body });
 * await standIn.close();
 *
 * @throws CommandError if an option or the world is invalid, or if the port or the data folder cannot be used.
 */
export async function createStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const server = await import('./stand-in/stand-in.ts');
  return server.createStandIn(options);
}
