import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import { argumentQueries } from './argument-queries.ts';
import { probeRequests } from './probe-requests.ts';
import { type CreatedMeeting, alignMeetingIds, findCreatedMeeting } from './created-meetings.ts';
import { type SideBySideExchange, type Targets, sendToBoth } from './exchange.ts';
import { hasMutation, buildMutationRequest } from './mutation-requests.ts';
import { generateMutations } from './generated-mutations.ts';
import { type EntryPoint, listEntryPoints } from './entry-points.ts';
import { mutationOperations } from './mutation-operations.ts';
import { FieldReader } from './field-reader.ts';

/** What is sent: reads of the whole world, and so many generated mutations. */
export interface DiffPlan {
  schema: GraphQLSchema;
  seed: number;
  mutations: number;
  reads: boolean;
  mode: 'validate' | 'write';
}

/** The parts of a run; reads after the mutations are only made where something was written. */
export type DiffPhase = 'reads' | 'arguments' | 'mutations' | 'reads afterwards';

/** Told of every exchange as it comes. */
export type OnExchange = (part: DiffPhase, exchange: SideBySideExchange) => void;

const readers: Actor[] = ['admin', 'member', 'anonymous'];
/** A meeting of the demo world, by its author. */
const first: CreatedMeeting = { id: 1, actor: 'admin' };
const ofMeetings = ['component(id: 2)', '... on Meetings'];

/** Sends everything to both servers, one request after the other; ends early when it is stopped. */
export async function runPlan(
  sides: Targets,
  plan: DiffPlan,
  stop: AbortSignal,
  onExchange: OnExchange,
): Promise<void> {
  const { schema, reads, mode } = plan;
  const readAll = async (part: DiffPhase, openings: EntryPoint[], actors: Actor[]) => {
    const reader = new FieldReader(sides, schema, (each) => onExchange(part, each));
    for (const actor of actors) for (const opening of openings) if (!stop.aborted) await reader.read(opening, actor);
  };
  if (reads) {
    await readAll('reads', listEntryPoints(), readers);
    for (const request of argumentQueries(schema, readers))
      if (!stop.aborted) onExchange('arguments', await sendToBoth(sides, request));
  }
  const created = await mutate(sides, plan, stop, onExchange);
  if (!reads || mode !== 'write') return;
  const meetings = created.map(({ id }): EntryPoint => ({
    type: 'Meeting',
    operation: 'query',
    path: [...ofMeetings, `meeting(id: ${String(id)})`],
  }));
  await readAll('reads afterwards', [...listEntryPoints(), ...meetings], ['admin']);
}

/** Sends the mutations, and gives the meetings that both created. */
async function mutate(
  sides: Targets,
  plan: DiffPlan,
  stop: AbortSignal,
  onExchange: OnExchange,
): Promise<CreatedMeeting[]> {
  const { schema, seed, mutations, mode } = plan;
  const validateOnly = mode === 'validate';
  const created: CreatedMeeting[] = [];
  const among = mutationOperations.filter((operation) => hasMutation(schema, operation));
  for (const mutation of generateMutations(seed, mutations, among)) {
    if (stop.aborted) break;
    const done = await sendToBoth(
      sides,
      buildMutationRequest(mutation, { schema, lastCreated: created.at(-1) ?? first, validateOnly }),
    );
    onExchange('mutations', done);
    const meeting = findCreatedMeeting(done);
    if (meeting) created.push(meeting);
    await alignMeetingIds(sides, done);
    if (!validateOnly && done.request.locale !== undefined) await sendToBoth(sides, probeRequests.refused);
  }
  return created;
}
