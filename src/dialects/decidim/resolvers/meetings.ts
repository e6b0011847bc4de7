import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { Meeting as MeetingRecord, Records } from '../../../records/records.ts';
import { requireDateTime } from '../values/dates.ts';
import { normalizeHtml } from '../values/html.ts';
import { findLinkableProposals } from '../values/linkable-records.ts';
import { resolveLinkedProposals } from './proposals.ts';
import { sortIds } from '../../../server/resolvers/results.ts';
import { byNumber, firstReferring, many, one, referenceTo } from './relations.ts';

const findQuestionnaire = firstReferring('questionnaires', 'questionnaireFor', 'meetings');

/** The registration form of a meeting. The platform creates one for each meeting; a world needs none without questions. */
function registrationForm(
  meeting: MeetingRecord,
  _: unknown,
  context: RequestContext,
): Records['questionnaires'] | null {
  const { id, registrationFormEnabled, createdAt } = meeting;
  if (!registrationFormEnabled) return null;
  const texts = { title: null, description: null, tos: null };
  const emptyForm = { id, questionnaireFor: referenceTo('meetings', id), ...texts, createdAt, updatedAt: createdAt };
  return findQuestionnaire(meeting, _, context) ?? emptyForm;
}

/** The places that are left; 0 if there is no limit. People on the waiting list do not take one. */
function remainingSlots(
  { id, availableSlots, reservedSlots = 0 }: MeetingRecord,
  _: unknown,
  { store }: RequestContext,
): number {
  if (availableSlots === 0) return 0;
  const registered = store.where('registrations', 'meetingId', id).filter(({ isWaiting }) => !isWaiting);
  return availableSlots - reservedSlots - registered.length;
}

export const Meeting = {
  agenda: ({ id }: MeetingRecord, _: unknown, { store }: RequestContext) =>
    store.where('agendas', 'meetingId', id).find(({ visible }) => visible) ?? null,
  attendeesCount: ({ closing }: MeetingRecord) => closing?.attendeesCount ?? null,
  /** The platform stores the time of day without the date. */
  closedAt: ({ closedAt }: MeetingRecord) => closedAt && `2000-01-01${closedAt.slice(10)}`,
  closingReport: ({ closing }: MeetingRecord) => closing?.report ?? null,
  commentsEnabled: ({ commentsEnabled = true }: MeetingRecord) => commentsEnabled,
  publicParticipants: ({ id }: MeetingRecord, _: unknown, { store }: RequestContext) =>
    store.findMany(
      'users',
      store
        .where('registrations', 'meetingId', id)
        .filter(({ isPublic }) => isPublic)
        .map(({ userId }) => userId),
    ),
  /** A linked draft is an error in its place in the list. */
  proposalsFromMeeting: ({ closing }: MeetingRecord, _: unknown, { store }: RequestContext) =>
    resolveLinkedProposals(sortIds(closing?.proposalIds ?? []), store),
  registrationForm,
  remainingSlots,
  services: many('services', 'meetingId'),
  transparent: ({ transparent = true }: MeetingRecord) => transparent,
  withdrawn: ({ withdrawnAt = null }: MeetingRecord) => withdrawnAt !== null,
};

export const MeetingAgenda = { items: many('agendaItems', 'agendaId', byNumber('position')) };

export const MeetingAgendaItem = {
  agenda: one('agendas', 'agendaId'),
  items: many('agendaItems', 'parentId', byNumber('position')),
  parent: one('agendaItems', 'parentId'),
};

/** `CloseMeetingInput`; the report is stored under its locale. */
interface CloseMeetingInput {
  locale: string;
  attributes: {
    closingReport: string;
    attendeesCount: number;
    closedAt?: InputMaybe<string>;
    proposalIds?: InputMaybe<string[]>;
  };
}

export const MeetingMutation = {
  close(
    { id, componentId }: MeetingRecord,
    { input }: { input: CloseMeetingInput },
    context: RequestContext,
  ): MeetingRecord {
    const { store } = context;
    const { locale, attributes } = input;
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    return context.store.update((transaction) =>
      transaction.update('meetings', id, {
        closedAt: closedAt ? store.formatDateTime(requireDateTime(closedAt).epochMs) : store.now(),
        closing: {
          report: { [locale]: normalizeHtml(closingReport) },
          attendeesCount,
          proposalIds: findLinkableProposals(
            (proposalIds ?? []).map((proposalId) => Number.parseInt(proposalId, 10)),
            componentId,
            store,
          ),
        },
      }),
    );
  },

  withdraw({ id }: MeetingRecord, _: unknown, context: RequestContext): MeetingRecord {
    return context.store.update((transaction) =>
      transaction.update('meetings', id, { withdrawnAt: context.store.now() }),
    );
  },
};
