import type { Actor } from '../cases.ts';
import { meeting } from './pools/meeting.ts';
import { answer, closing, proposal } from './pools/proposal.ts';
import type { Pools } from './pools/pool.ts';

/** What a request tries: attributes that rules judge, that coercion refuses, or that fail; who may; the rest of the input. */
export type Trial = 'judged' | 'uncoercible' | 'failing' | 'access' | 'input';

/** Somebody and a place where an operation is theirs to call; the last meeting that was created is its creator's. */
export interface Home {
  actor: Actor;
  component: number;
  record?: number | 'created';
}

/** A mutation of the platform, and how requests of it are made. */
export interface Operation {
  /** The type whose field it is. */
  on: 'MeetingsMutation' | 'ProposalsMutation';
  /** The field that opens a record, where it acts on one. */
  record?: 'meeting' | 'proposal';
  field: string;
  input: string;
  answers: 'Meeting' | 'Proposal';
  pools?: Pools;
  /** Attributes that are right, and are then changed. */
  bases: Record<string, unknown>[];
  homes: Home[];
  hasLocale: boolean;
  /** What must be created before, so that its rules are reached. */
  before?: { field: string; attributes: Record<string, unknown> };
  /** How many of 200 requests make each trial. */
  share: Partial<Record<Trial, number>>;
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
const home = (actor: Actor, component: number, record?: Home['record']): Home => ({ actor, component, record });
const onMeeting = { on: 'MeetingsMutation', answers: 'Meeting', hasLocale: true } as const;
const onProposal = { on: 'ProposalsMutation', answers: 'Proposal', hasLocale: true } as const;
const nobody = [home('admin', 1, 1), home('member', 1, 2), home('other', 9, 5)];

/** Every mutation that requests are made of. */
export const operations: Operation[] = [
  {
    ...onMeeting,
    field: 'createMeeting',
    input: 'CreateMeetingInput',
    pools: meeting,
    bases: meetings,
    homes: [home('member', 2), home('other', 2), home('admin', 2), home('admin', 3)],
    share: { judged: 35, uncoercible: 9, failing: 7, access: 4, input: 2 },
  },
  {
    ...onMeeting,
    record: 'meeting',
    field: 'update',
    input: 'UpdateMeetingInput',
    pools: meeting,
    bases: meetings,
    homes: [home('admin', 2, 1), home('member', 2, 2), home('other', 2, 4), home('member', 2, 'created')],
    share: { judged: 33, uncoercible: 6, failing: 6, access: 4, input: 3 },
  },
  {
    ...onMeeting,
    record: 'meeting',
    field: 'close',
    input: 'CloseMeetingInput',
    pools: closing,
    bases: [{ closingReport: 'It went well.', attendeesCount: 12 }],
    homes: [home('member', 2, 'created')],
    before: { field: 'createMeeting', attributes: { ...inPerson, ...past, ...closed } },
    share: { judged: 9, uncoercible: 3, failing: 2, access: 2, input: 1 },
  },
  {
    ...onMeeting,
    record: 'meeting',
    field: 'withdraw',
    input: 'WithdrawMeetingInput',
    bases: [{}],
    homes: [home('member', 2, 'created'), home('other', 2, 4)],
    hasLocale: false,
    share: { judged: 2, access: 1 },
  },
  {
    ...onProposal,
    record: 'proposal',
    field: 'answer',
    input: 'AnswerInput',
    pools: answer,
    bases: [
      { state: 'accepted', answerContent: { en: 'We accept it' } },
      { state: 'rejected', answerContent: { en: 'No', ca: 'No pas' }, cost: 1234.5, costReport: { en: 'Report' } },
      { state: 'evaluating' },
      { cost: 10, executionPeriod: { en: 'A year' } },
    ],
    homes: [home('admin', 1, 1), home('admin', 1, 2), home('admin', 9, 5)],
    hasLocale: false,
    share: { judged: 16, uncoercible: 2, failing: 12, access: 3, input: 1 },
  },
  {
    ...onProposal,
    field: 'createProposal',
    input: 'CreateProposalInput',
    pools: proposal,
    bases: proposals,
    homes: [home('member', 1), home('admin', 1), home('other', 1)],
    share: { judged: 16, uncoercible: 3, access: 2, input: 1 },
  },
  {
    ...onProposal,
    record: 'proposal',
    field: 'update',
    input: 'UpdateProposalInput',
    pools: proposal,
    bases: proposals,
    homes: nobody,
    share: { judged: 1, access: 1, input: 1 },
  },
  ...(['withdraw', 'vote', 'unvote'] as const).map((field) => ({
    ...onProposal,
    record: 'proposal' as const,
    field,
    input: `${field[0]!.toUpperCase()}${field.slice(1)}ProposalInput`,
    bases: [{}],
    homes: nobody,
    hasLocale: false,
    share: { judged: 1 },
  })),
];
