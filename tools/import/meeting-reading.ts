import { textOf } from '../../src/client/json-value.ts';
import { comments } from './comment-reading.ts';
import { attachments, followers, list, single } from './attached-records.ts';
import { limitCount } from './limits.ts';
import { readingOf } from './record-reading.ts';
import { question } from './survey-reading.ts';
import { users, references, texts } from './values.ts';
import type { PartReading } from './record-reading.ts';
import { referenceTo } from './world-builder.ts';

const report = texts('closingReport');
const linkedProposals = references('proposalsFromMeeting', 'Proposal');

/** The platform shows the time of day of `closedAt` with the first day of this year. */
const dayWithoutDate = '2000-01-01';

const item = readingOf('agendaItems', 'MeetingAgendaItem', { agendaId: null });
const agendaOfItem = ({ id }: { id: number }) => ({ agendaId: id });
const agenda = readingOf('agendas', 'MeetingAgenda', { meetingId: null, visible: null }, [
  list('items', item, agendaOfItem),
]);
const service = readingOf('services', 'MeetingService', { meetingId: null });
const form = readingOf('questionnaires', 'Questionnaire', { questionnaireFor: null }, [
  list('questions', question, ({ id }) => ({ questionnaireId: id })),
]);

const participants = users('publicParticipants');
const registrations: PartReading = {
  fields: participants.fields,
  read(node, { id }, world) {
    for (const userId of (participants.read(node, world) ?? []) as number[])
      world.add('registrations', { meetingId: id, userId, isPublic: true });
  },
};

const meetingId = ({ id }: { id: number }) => ({ meetingId: id });

export const meeting = readingOf(
  'meetings',
  'Meeting',
  {
    componentId: null,
    reservedSlots: null,
    availableSlots: {
      fields: [{ name: 'remainingSlots' }, ...participants.fields],
      read({ value }) {
        const left = Number(textOf(value['remainingSlots']));
        const taken = Array.isArray(value['publicParticipants']) ? value['publicParticipants'].length : 0;
        return left > 0 ? left + taken : 0;
      },
    },
    closedAt: {
      fields: [{ name: 'closedAt' }, { name: 'updatedAt' }],
      read({ value: { closedAt, updatedAt } }) {
        if (typeof closedAt !== 'string' || !closedAt.startsWith(dayWithoutDate)) return closedAt;
        return `${textOf(updatedAt).slice(0, 10)}${closedAt.slice(10)}`;
      },
    },
    closing: {
      fields: [{ name: 'closed' }, { name: 'attendeesCount' }, ...report.fields, ...linkedProposals.fields],
      read(node, world) {
        const { attendeesCount } = node.value;
        const [closingReport, proposalIds] = [report.read(node, world), linkedProposals.read(node, world)];
        const isClosed = node.value['closed'] === true && (attendeesCount !== null || closingReport !== null);
        if (!isClosed) return undefined;
        return {
          report: closingReport ?? {},
          attendeesCount: limitCount(attendeesCount, Number.MAX_SAFE_INTEGER),
          proposalIds: proposalIds ?? [],
        };
      },
    },
  },
  [
    registrations,
    single('agenda', agenda, meetingId),
    list('services', service, meetingId),
    single('registrationForm', form, ({ id }) => ({ questionnaireFor: referenceTo('meetings', id) })),
    followers('meetings'),
    comments('meetings'),
    attachments('meetings'),
  ],
);
