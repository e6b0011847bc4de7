import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import { argumentQueries } from './argument-queries.ts';
import { type CreatedMeeting, alignMeetingIds, findCreatedMeeting, probeRequests } from './created-meetings.ts';
import { type EntryPoint, listEntryPoints } from './entry-points.ts';
import { type SideBySideExchange, type Targets, sendToBoth } from './exchange.ts';
import { FieldReader } from './field-reader.ts';
import { generateMutations } from './generated-mutations.ts';
import { mutationOperations } from './mutation-operations.ts';
import { buildMutationRequest, hasMutation } from './mutation-requests.ts';

/** What a run sends. */
export interface DiffPlan {
  schema: GraphQLSchema;
  /** The seed of the generated mutations. */
  seed: number;
  /** The number of generated mutations. */
  mutations: number;
  /** Whether to read every field of the demo world. */
  reads: boolean;
  mode: 'validate' | 'write';
}

/** The phases of a run; `reads afterwards` follows mutations in mode `write`. */
export type DiffPhase = 'reads' | 'arguments' | 'mutations' | 'reads afterwards';

/** Runs after each exchange. */
export type OnExchange = (phase: DiffPhase, exchange: SideBySideExchange) => void;

const readers: Actor[] = ['admin', 'member', 'anonymous'];
/** A meeting of the demo world and its author. */
const demoMeeting: CreatedMeeting = { id: 1, actor: 'admin' };

/** Sends the requests of a plan to both servers, one at a time; ends early if the signal is aborted. */
export async function runPlan(
  targets: Targets,
  plan: DiffPlan,
  signal: AbortSignal,
  onExchange: OnExchange,
): Promise<void> {
  const { schema, reads, mode } = plan;
  const readAll = async (phase: DiffPhase, entryPoints: EntryPoint[], actors: Actor[]) => {
    const reader = new FieldReader(targets, schema, (exchange) => onExchange(phase, exchange));
    for (const actor of actors)
      for (const entryPoint of entryPoints) if (!signal.aborted) await reader.read(entryPoint, actor);
  };
  if (reads) {
    await readAll('reads', listEntryPoints(), readers);
    for (const request of argumentQueries(schema, readers))
      if (!signal.aborted) onExchange('arguments', await sendToBoth(targets, request));
  }
  const created = await sendMutations(targets, plan, signal, onExchange);
  if (!reads || mode !== 'write') return;
  const createdMeetings = created.map(({ id }): EntryPoint => ({
    type: 'Meeting',
    operation: 'query',
    path: ['component(id: 2)', '... on Meetings', `meeting(id: ${String(id)})`],
  }));
  await readAll('reads afterwards', [...listEntryPoints(), ...createdMeetings], ['admin']);
}

/** Sends the mutations, and returns the meetings that both servers created. */
async function sendMutations(
  targets: Targets,
  { schema, seed, mutations, mode }: DiffPlan,
  signal: AbortSignal,
  onExchange: OnExchange,
): Promise<CreatedMeeting[]> {
  const validateOnly = mode === 'validate';
  const created: CreatedMeeting[] = [];
  const operations = mutationOperations.filter((operation) => hasMutation(schema, operation));
  for (const mutation of generateMutations(seed, mutations, operations)) {
    if (signal.aborted) break;
    const lastCreated = created.at(-1) ?? demoMeeting;
    const exchange = await sendToBoth(targets, buildMutationRequest(mutation, { schema, lastCreated, validateOnly }));
    onExchange('mutations', exchange);
    const meeting = findCreatedMeeting(exchange);
    if (meeting) created.push(meeting);
    await alignMeetingIds(targets, exchange);
    if (!validateOnly && exchange.request.locale !== undefined) await sendToBoth(targets, probeRequests.refused);
  }
  return created;
}
