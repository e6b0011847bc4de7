import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../cases.ts';
import { argumentReads } from './argument-reads.ts';
import { aside } from './asides.ts';
import { type Created, catchUp, createdBy } from './created.ts';
import { type Exchange, type Sides, exchange } from './exchange.ts';
import { has, requestOf } from './mutation-requests.ts';
import { mutationsOf } from './mutations.ts';
import { type Opening, openingsOf } from './openings.ts';
import { operations } from './operations.ts';
import { Reader } from './reads.ts';

/** What is sent: reads of the whole world, and so many generated mutations. */
export interface Plan {
  schema: GraphQLSchema;
  seed: number;
  mutations: number;
  reads: boolean;
  mode: 'validate' | 'write';
}

/** The parts of a run; reads after the mutations are only made where something was written. */
export type Part = 'reads' | 'arguments' | 'mutations' | 'reads afterwards';

/** Told of every exchange as it comes. */
export type OnExchange = (part: Part, exchange: Exchange) => void;

const readers: Actor[] = ['admin', 'member', 'anonymous'];
/** A meeting of the demo world, by its author. */
const first: Created = { id: 1, actor: 'admin' };
const ofMeetings = ['component(id: 2)', '... on Meetings'];

/** Sends everything to both servers, one request after the other; ends early when it is stopped. */
export async function runBoth(sides: Sides, plan: Plan, stop: AbortSignal, onExchange: OnExchange): Promise<void> {
  const { schema, reads, mode } = plan;
  const readAll = async (part: Part, openings: Opening[], actors: Actor[]) => {
    const reader = new Reader(sides, schema, (each) => onExchange(part, each));
    for (const actor of actors) for (const opening of openings) if (!stop.aborted) await reader.read(opening, actor);
  };
  if (reads) {
    await readAll('reads', openingsOf(), readers);
    for (const request of argumentReads(schema, readers))
      if (!stop.aborted) onExchange('arguments', await exchange(sides, request));
  }
  const created = await mutate(sides, plan, stop, onExchange);
  if (!reads || mode !== 'write') return;
  const meetings = created.map(({ id }): Opening => ({
    type: 'Meeting',
    operation: 'query',
    steps: [...ofMeetings, `meeting(id: ${String(id)})`],
  }));
  await readAll('reads afterwards', [...openingsOf(), ...meetings], ['admin']);
}

/** Sends the mutations, and gives the meetings that both created. */
async function mutate(sides: Sides, plan: Plan, stop: AbortSignal, onExchange: OnExchange): Promise<Created[]> {
  const { schema, seed, mutations, mode } = plan;
  const skipped = mode === 'validate';
  const created: Created[] = [];
  const among = operations.filter((operation) => has(schema, operation));
  for (const mutation of mutationsOf(seed, mutations, among)) {
    if (stop.aborted) break;
    const done = await exchange(sides, requestOf(mutation, { schema, created: created.at(-1) ?? first, skipped }));
    onExchange('mutations', done);
    const meeting = createdBy(done);
    if (meeting) created.push(meeting);
    await catchUp(sides, done);
    if (!skipped && done.request.locale !== undefined) await exchange(sides, aside.refused);
  }
  return created;
}
