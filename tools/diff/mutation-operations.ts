import type { Actor } from '../../conformance/model/case.ts';
import { meetingPools } from './pools/meeting.ts';
import type { ValuePool, ValuePools } from './pools/pool.ts';
import { answerPools, closeMeetingPools, proposalPools } from './pools/proposal.ts';
import { pastMeeting, validAnswers, validMeetings, validProposals } from './pools/valid-attributes.ts';

/** What a request tries: values of a pool, another actor or record, or another input beside the attributes. */
export type Scenario = keyof ValuePool | 'access' | 'input';

/** An actor, a component and a record to call an operation with; `created` is the last created meeting. */
export interface OperationCall {
  actor: Actor;
  component: number;
  record?: number | 'created';
}

/** A mutation of the platform, and how its requests are generated. */
export interface MutationOperation {
  /** The mutation type of the component. */
  parentType: 'MeetingsMutation' | 'ProposalsMutation';
  /** The field that looks up the record, if the operation changes one. */
  recordField?: 'meeting' | 'proposal';
  field: string;
  input: string;
  returnType: 'Meeting' | 'Proposal';
  valuePools?: ValuePools;
  /** Valid attributes, which each request changes. */
  validAttributes: Record<string, unknown>[];
  /** Calls that the platform allows, unless it refuses every call of the operation. */
  calls: OperationCall[];
  hasLocale: boolean;
  /** An operation that must run first, so that this one reaches its validation. */
  prerequisite?: { field: string; attributes: Record<string, unknown> };
  /** The number of requests for each scenario, of about 200. */
  weights: Partial<Record<Scenario, number>>;
}

const by = (actor: Actor, component: number, record?: OperationCall['record']): OperationCall => ({
  actor,
  component,
  record,
});
const meetingOperation = { parentType: 'MeetingsMutation', returnType: 'Meeting', hasLocale: true } as const;
const proposalOperation = { parentType: 'ProposalsMutation', returnType: 'Proposal', hasLocale: true } as const;
// The platform refuses to update, withdraw or vote on these proposals.
const refusedCalls = [by('admin', 1, 1), by('member', 1, 2), by('other', 9, 5)];

/** The mutations that requests are generated for. */
export const mutationOperations: MutationOperation[] = [
  {
    ...meetingOperation,
    field: 'createMeeting',
    input: 'CreateMeetingInput',
    valuePools: meetingPools,
    validAttributes: validMeetings,
    calls: [by('member', 2), by('other', 2), by('admin', 2), by('admin', 3)],
    weights: { validated: 35, uncoercible: 9, crashing: 7, access: 4, input: 2 },
  },
  {
    ...meetingOperation,
    recordField: 'meeting',
    field: 'update',
    input: 'UpdateMeetingInput',
    valuePools: meetingPools,
    validAttributes: validMeetings,
    calls: [by('admin', 2, 1), by('member', 2, 2), by('other', 2, 4), by('member', 2, 'created')],
    weights: { validated: 33, uncoercible: 6, crashing: 6, access: 4, input: 3 },
  },
  {
    ...meetingOperation,
    recordField: 'meeting',
    field: 'close',
    input: 'CloseMeetingInput',
    valuePools: closeMeetingPools,
    validAttributes: [{ closingReport: 'It went well.', attendeesCount: 12 }],
    calls: [by('member', 2, 'created')],
    prerequisite: { field: 'createMeeting', attributes: pastMeeting },
    weights: { validated: 9, uncoercible: 3, crashing: 2, access: 2, input: 1 },
  },
  {
    ...meetingOperation,
    recordField: 'meeting',
    field: 'withdraw',
    input: 'WithdrawMeetingInput',
    validAttributes: [{}],
    calls: [by('member', 2, 'created'), by('other', 2, 4)],
    hasLocale: false,
    weights: { validated: 2, access: 1 },
  },
  {
    ...proposalOperation,
    recordField: 'proposal',
    field: 'answer',
    input: 'AnswerInput',
    valuePools: answerPools,
    validAttributes: validAnswers,
    calls: [by('admin', 1, 1), by('admin', 1, 2), by('admin', 9, 5)],
    hasLocale: false,
    weights: { validated: 16, uncoercible: 2, crashing: 12, access: 3, input: 1 },
  },
  {
    ...proposalOperation,
    field: 'createProposal',
    input: 'CreateProposalInput',
    valuePools: proposalPools,
    validAttributes: validProposals,
    calls: [by('member', 1), by('admin', 1), by('other', 1)],
    weights: { validated: 16, uncoercible: 3, access: 2, input: 1 },
  },
  {
    ...proposalOperation,
    recordField: 'proposal',
    field: 'update',
    input: 'UpdateProposalInput',
    valuePools: proposalPools,
    validAttributes: validProposals,
    calls: refusedCalls,
    weights: { validated: 1, access: 1, input: 1 },
  },
  ...(['withdraw', 'vote', 'unvote'] as const).map((field) => ({
    ...proposalOperation,
    recordField: 'proposal' as const,
    field,
    input: `${field[0]!.toUpperCase()}${field.slice(1)}ProposalInput`,
    validAttributes: [{}],
    calls: refusedCalls,
    hasLocale: false,
    weights: { validated: 1 },
  })),
];
