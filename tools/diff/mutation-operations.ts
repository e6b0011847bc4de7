import type { Actor } from '../../conformance/model/case.ts';
import { meetingPools } from './pools/meeting.ts';
import { answerPools, closeMeetingPools, proposalPools } from './pools/proposal.ts';
import type { ValuePools } from './pools/pool.ts';

/** What a request tries: attributes that rules judge, that coercion refuses, or that fail; who may; the rest of the input. */
export type Scenario = 'judged' | 'uncoercible' | 'failing' | 'access' | 'input';

/** Somebody and a place where an operation is theirs to call; the last meeting that was created is its creator's. */
export interface AllowedCall {
  actor: Actor;
  component: number;
  record?: number | 'created';
}

/** A mutation of the platform, and how requests of it are made. */
export interface MutationOperation {
  /** The type whose field it is. */
  parentType: 'MeetingsMutation' | 'ProposalsMutation';
  /** The field that opens a record, where it acts on one. */
  recordField?: 'meeting' | 'proposal';
  field: string;
  input: string;
  returnType: 'Meeting' | 'Proposal';
  valuePools?: ValuePools;
  /** Attributes that are right, and are then changed. */
  validAttributes: Record<string, unknown>[];
  allowedCalls: AllowedCall[];
  hasLocale: boolean;
  /** What must be created before, so that its rules are reached. */
  prerequisite?: { field: string; attributes: Record<string, unknown> };
  /** How many of 200 requests make each trial. */
  weights: Partial<Record<Scenario, number>>;
}

const times = { startTime: '2027-03-12T18:00:00Z', endTime: '2027-03-12T20:00:00Z' };
const past = { startTime: '2026-01-12T18:00:00Z', endTime: '2026-01-12T20:00:00Z' };
const texts = { title: 'A meeting of the town', description: 'Everybody is welcome to it.' };
const inPerson = { ...texts, ...times, typeOfMeeting: 'IN_PERSON', address: 'Main Square 1', location: 'Town hall' };
const closed = { registrationType: 'REGISTRATION_DISABLED' };
const online = { ...texts, ...times, typeOfMeeting: 'ONLINE', onlineMeetingUrl: 'https://meet.jit.si/town' };
const here = { registrationType: 'ON_THIS_PLATFORM', availableSlots: 30, registrationTerms: 'Be kind.' };
const elsewhere = { registrationType: 'ON_DIFFERENT_PLATFORM', registrationUrl: 'https://example.org/register' };
const place = { latitude: 41.38, longitude: 2.17, locationHints: 'First floor' };
const meetings: Record<string, unknown>[] = [
  { ...inPerson, ...closed },
  { ...inPerson, ...here, ...place },
  { ...inPerson, ...past, ...elsewhere },
  { ...online, ...closed, iframeEmbedType: 'EMBED_IN_MEETING_PAGE', iframeAccessLevel: 'SIGNED_IN' },
  { ...online, ...here },
  { ...online, ...inPerson, ...closed, typeOfMeeting: 'HYBRID', taxonomies: [2] },
];
const proposals = [
  { title: 'A bench on every corner', body: 'People need to sit down now and then, all over the town.' },
];
const home = (actor: Actor, component: number, record?: AllowedCall['record']): AllowedCall => ({
  actor,
  component,
  record,
});
const onMeeting = { parentType: 'MeetingsMutation', returnType: 'Meeting', hasLocale: true } as const;
const onProposal = { parentType: 'ProposalsMutation', returnType: 'Proposal', hasLocale: true } as const;
const nobody = [home('admin', 1, 1), home('member', 1, 2), home('other', 9, 5)];

/** Every mutation that requests are made of. */
export const mutationOperations: MutationOperation[] = [
  {
    ...onMeeting,
    field: 'createMeeting',
    input: 'CreateMeetingInput',
    valuePools: meetingPools,
    validAttributes: meetings,
    allowedCalls: [home('member', 2), home('other', 2), home('admin', 2), home('admin', 3)],
    weights: { judged: 35, uncoercible: 9, failing: 7, access: 4, input: 2 },
  },
  {
    ...onMeeting,
    recordField: 'meeting',
    field: 'update',
    input: 'UpdateMeetingInput',
    valuePools: meetingPools,
    validAttributes: meetings,
    allowedCalls: [home('admin', 2, 1), home('member', 2, 2), home('other', 2, 4), home('member', 2, 'created')],
    weights: { judged: 33, uncoercible: 6, failing: 6, access: 4, input: 3 },
  },
  {
    ...onMeeting,
    recordField: 'meeting',
    field: 'close',
    input: 'CloseMeetingInput',
    valuePools: closeMeetingPools,
    validAttributes: [{ closingReport: 'It went well.', attendeesCount: 12 }],
    allowedCalls: [home('member', 2, 'created')],
    prerequisite: { field: 'createMeeting', attributes: { ...inPerson, ...past, ...closed } },
    weights: { judged: 9, uncoercible: 3, failing: 2, access: 2, input: 1 },
  },
  {
    ...onMeeting,
    recordField: 'meeting',
    field: 'withdraw',
    input: 'WithdrawMeetingInput',
    validAttributes: [{}],
    allowedCalls: [home('member', 2, 'created'), home('other', 2, 4)],
    hasLocale: false,
    weights: { judged: 2, access: 1 },
  },
  {
    ...onProposal,
    recordField: 'proposal',
    field: 'answer',
    input: 'AnswerInput',
    valuePools: answerPools,
    validAttributes: [
      { state: 'accepted', answerContent: { en: 'We accept it' } },
      { state: 'rejected', answerContent: { en: 'No', ca: 'No pas' }, cost: 1234.5, costReport: { en: 'Report' } },
      { state: 'evaluating' },
      { cost: 10, executionPeriod: { en: 'A year' } },
    ],
    allowedCalls: [home('admin', 1, 1), home('admin', 1, 2), home('admin', 9, 5)],
    hasLocale: false,
    weights: { judged: 16, uncoercible: 2, failing: 12, access: 3, input: 1 },
  },
  {
    ...onProposal,
    field: 'createProposal',
    input: 'CreateProposalInput',
    valuePools: proposalPools,
    validAttributes: proposals,
    allowedCalls: [home('member', 1), home('admin', 1), home('other', 1)],
    weights: { judged: 16, uncoercible: 3, access: 2, input: 1 },
  },
  {
    ...onProposal,
    recordField: 'proposal',
    field: 'update',
    input: 'UpdateProposalInput',
    valuePools: proposalPools,
    validAttributes: proposals,
    allowedCalls: nobody,
    weights: { judged: 1, access: 1, input: 1 },
  },
  ...(['withdraw', 'vote', 'unvote'] as const).map((field) => ({
    ...onProposal,
    recordField: 'proposal' as const,
    field,
    input: `${field[0]!.toUpperCase()}${field.slice(1)}ProposalInput`,
    validAttributes: [{}],
    allowedCalls: nobody,
    hasLocale: false,
    weights: { judged: 1 },
  })),
];
