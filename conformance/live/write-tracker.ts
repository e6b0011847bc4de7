import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../../src/client/actor.ts';
import type { Target } from '../../src/client/target.ts';
import type { WriteTracker } from '../model/write-tracker.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import {
  type MutationCall,
  callOutcome,
  findMutationCalls,
  ledgerId,
  withLedgerIds,
  withoutLedgerIds,
} from './mutation-calls.ts';
import { readAnswer, restoreAnswer, showsNoProposal, undoCreation } from './undo.ts';

/** What a mutation of a run wrote, or may have written. */
interface Write {
  call: MutationCall;
  /** The id of the created record, if the response contains it. */
  id?: string;
  /** False if the response does not show whether it was written. */
  isCertain: boolean;
  actor: Actor;
  mayStay?: boolean;
}

type Description = Pick<LedgerEntry, 'description' | 'undo' | 'mayStay'>;

/** How a mutation of the contract is recorded; undefined if there is nothing to undo. */
interface KnownMutation {
  /** Whether it creates a record, whose id is needed to undo it. */
  creates?: boolean;
  /** Whether a read before the mutation showed that there is no record that it can change. */
  isWithoutRecord?(call: MutationCall, context: TrackerContext): boolean;
  describe(write: Write, context: TrackerContext): Description | undefined;
}

interface TrackerContext {
  target: Target;
  /** The data of `readAnswer` before the first mutation, by proposal. */
  previousAnswers: Map<string, unknown>;
  /** The records that the ledger contains already. */
  recorded: Set<string>;
}

const proposalIds = ({ ids }: MutationCall) => ({ componentId: ids['component']!, proposalId: ids['proposal']! });

function describeCreated(kind: string, { call, id, isCertain }: Write): string {
  const component = `component ${call.ids['component']}`;
  if (id !== undefined) return `${kind} ${id} in ${component}`;
  return `a ${kind} in ${component}${isCertain ? '' : ' that may have been created'} (id unknown)`;
}

/** A mutation that creates a record, which a member of the dialect's `undo` undoes. */
const createdRecord = (kind: string, undoName: 'withdrawMeeting' | 'deleteResult'): KnownMutation => ({
  creates: true,
  describe(write, { target, recorded }) {
    const description = describeCreated(kind, write);
    const { id, call, actor, mayStay } = write;
    if (id === undefined) return { description };
    recorded.add(description);
    const ids = { componentId: call.ids['component']!, id };
    const undo = undoCreation(target.dialect.undo[undoName], ids, actor);
    return { description, undo, ...(mayStay && { mayStay }) };
  },
});

const describeRecord = (kind: string, { ids }: MutationCall): string =>
  `${kind} ${ids[kind]} in component ${ids['component']}`;

/** A mutation of a record or of what belongs to it. */
const changed = (kind: 'meeting' | 'result', what: string): KnownMutation => ({
  describe: ({ call }) => ({ description: `${what} of ${describeRecord(kind, call)}` }),
});

/** By schema coordinate. */
const knownMutations: Record<string, KnownMutation> = {
  'ProposalMutation.answer': {
    isWithoutRecord: (call, { previousAnswers }) =>
      showsNoProposal(previousAnswers.get(JSON.stringify(proposalIds(call)))),
    describe({ call }, { target, previousAnswers, recorded }) {
      const ids = proposalIds(call);
      const description = `the answer of proposal ${ids.proposalId} in component ${ids.componentId}`;
      if (recorded.has(description)) return undefined;
      recorded.add(description);
      return { description, undo: restoreAnswer(previousAnswers.get(JSON.stringify(ids)), ids, target.dialect) };
    },
  },
  'MeetingsMutation.createMeeting': createdRecord('meeting', 'withdrawMeeting'),
  'MeetingMutation.update': changed('meeting', 'the previous content'),
  'AccountabilityMutation.createResult': createdRecord('result', 'deleteResult'),
  ...Object.fromEntries(
    ['update', 'delete', 'createMilestone', 'updateMilestone', 'deleteMilestone'].map((field) => [
      // The contract does not have the type of `result`.
      `AccountabilityMutation.result.${field}`,
      changed('result', field),
    ]),
  ),
};

/** Whether the suite knows what a mutation writes. */
export const isKnownMutation = (coordinate: string): boolean => Object.hasOwn(knownMutations, coordinate);

const describeUnknown = ({ coordinate, ids }: MutationCall): Description => ({
  description: `${coordinate} in ${Object.entries(ids)
    .map(([field, id]) => `${field} ${id}`)
    .join(', ')}`,
});

/** Creates the tracker of a run on a deployment, which adds what the run writes to the ledger. */
export function createWriteTracker(
  target: Target,
  ledger: Ledger,
  { runId, schema }: { runId: string; schema: GraphQLSchema },
): WriteTracker {
  const context: TrackerContext = { target, previousAnswers: new Map(), recorded: new Set() };
  return {
    async prepare(operation) {
      const calls = findMutationCalls(schema, operation);
      for (const call of calls.filter(({ coordinate }) => coordinate === 'ProposalMutation.answer')) {
        const ids = proposalIds(call);
        const key = JSON.stringify(ids);
        if (!context.previousAnswers.has(key)) context.previousAnswers.set(key, await readAnswer(target, ids));
      }
      return withLedgerIds(
        operation.document,
        calls.filter(({ coordinate }) => knownMutations[coordinate]?.creates),
      );
    },
    record(operation, response) {
      for (const call of findMutationCalls(schema, operation)) {
        const outcome = callOutcome(call, response);
        const known = knownMutations[call.coordinate];
        // Some releases answer with a server error to an id that they do not know.
        const isRefused = outcome === 'unknown' && response && known?.isWithoutRecord?.(call, context);
        if (outcome === 'not written' || isRefused) continue;
        // A record that the run created is undone as a whole.
        if (Object.keys(call.ids).some((kind) => context.recorded.has(describeRecord(kind, call)))) continue;
        const { actor, mayStay } = operation;
        const write = { call, id: ledgerId(call, response), isCertain: outcome === 'written', actor, mayStay };
        const entry = known ? known.describe(write, context) : describeUnknown(call);
        if (entry)
          ledger.add({ runId, url: target.url, dialect: target.dialect.name, mutation: call.coordinate, ...entry });
      }
    },
    restoreResponse: (response) => ({ ...response, json: withoutLedgerIds(response.json) }),
  };
}
