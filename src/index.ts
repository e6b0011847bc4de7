import './load-graphql.ts';

export { CommandError } from './errors.ts';
export type { Fetch } from './in-process-fetch.ts';
export { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';
