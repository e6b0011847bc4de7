import './load-graphql.ts';

export { CommandError } from './errors.ts';
export type { Clock, ClockSetting } from './server/clock.ts';
export type { Fault, FaultEffect, FaultRule, NewFault } from './control/faults/fault-rule.ts';
export type { Match } from './control/matching.ts';
export type { Exchange } from './control/requests/exchange.ts';
export type {
  Controls,
  ExchangeFilter,
  FaultControls,
  RequestControls,
  Snapshot,
  StandInSession,
  TokenRequest,
} from './stand-in/controls.ts';
export type { Fetch } from './stand-in/in-process-fetch.ts';
export { type StandIn, type StandInOptions, createStandIn } from './stand-in/stand-in.ts';
