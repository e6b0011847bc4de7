import type { StandIn } from './stand-in/controls.ts';
import type { StandInOptions } from './stand-in/stand-in.ts';

export { CommandError } from './command-error.ts';
export { ControlError } from './control/api/client.ts';
export type { ClockDescription, ClockSetting } from './control/clock.ts';
export type { Fault, FaultEffect, FaultRule, NewFault } from './control/faults/rule.ts';
export type { Match } from './control/matching.ts';
export type { Exchange, RequestFilter } from './control/requests/exchange.ts';
export type { TokenRequest } from './control/tokens.ts';
export type { Controls, Snapshot, StandIn, StandInSession } from './stand-in/controls.ts';
export { headersFor } from './stand-in/headers-for.ts';
export type { Fetch } from './stand-in/fetch.ts';
export { type ConnectOptions, connectStandIn } from './stand-in/connect-stand-in.ts';
export type { Records, WorldKind } from './records/kinds.ts';
export type { OAuthScope } from './records/platform-values.ts';
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
