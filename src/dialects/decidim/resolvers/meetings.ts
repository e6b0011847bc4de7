import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { Records } from '../../../records/records.ts';
import { requireDateTime } from '../values/dates.ts';
import { normalizeHtml } from '../values/html.ts';
import { findLinkableProposals, resolveLinkedProposals } from './proposals.ts';
import { type RecordResolvers, byNumber, firstReferring, many, one, referenceTo } from './relations.ts';

const findQuestionnaire = firstReferring('questionnaires', 'questionnaireFor', 'meetings');

const Meeting = {
  agenda: ({ id }, _, { store }) => store.where('agendas', 'meetingId', id).find(({ visible }) => visible) ?? null,
  attendeesCount: ({ closing }) => closing?.attendeesCount ?? null,
  /** The platform stores the time of day without the date. */
  closedAt: ({ closedAt }) => closedAt && `2000-01-01${closedAt.slice(10)}`,
  closingReport: ({ closing }) => closing?.report ?? null,
  commentsEnabled: ({ commentsEnabled = true }) => commentsEnabled,
  publicParticipants({ id }, _, { store }) {
    const registrations = store.where('registrations', 'meetingId', id).filter(({ isPublic }) => isPublic);
    return store.findMany(
      'users',
      registrations.map(({ userId }) => userId),
    );
  },
  /** A linked draft is an error in its place in the list. */
  proposalsFromMeeting: ({ closing }, _, { store }) => resolveLinkedProposals(closing?.proposalIds, store),
  /** The platform creates a form for each meeting; a world needs none without questions. */
  registrationForm(meeting, _, context): Records['questionnaires'] | null {
    const { id, registrationFormEnabled, createdAt } = meeting;
    if (!registrationFormEnabled) return null;
    const texts = { title: null, description: null, tos: null };
    const emptyForm = { id, questionnaireFor: referenceTo('meetings', id), ...texts, createdAt, updatedAt: createdAt };
    return findQuestionnaire(meeting, _, context) ?? emptyForm;
  },
  /** The places that are left; 0 if there is no limit. People on the waiting list do not take one. */
  remainingSlots({ id, availableSlots, reservedSlots = 0 }, _, { store }) {
    if (availableSlots === 0) return 0;
    const registered = store.where('registrations', 'meetingId', id).filter(({ isWaiting }) => !isWaiting);
    return availableSlots - reservedSlots - registered.length;
  },
  services: many('services', 'meetingId'),
  transparent: ({ transparent = true }) => transparent,
  withdrawn: ({ withdrawnAt = null }) => withdrawnAt !== null,
} satisfies RecordResolvers<'meetings'>;

const MeetingAgenda = { items: many('agendaItems', 'agendaId', byNumber('position')) };

const MeetingAgendaItem = {
  agenda: one('agendas', 'agendaId'),
  items: many('agendaItems', 'parentId', byNumber('position')),
  parent: one('agendaItems', 'parentId'),
};

/** `CloseMeetingInput`; the report is stored under its locale. */
interface CloseMeetingInput {
  input: {
    locale: string;
    attributes: {
      closingReport: string;
      attendeesCount: number;
      closedAt?: InputMaybe<string>;
      proposalIds?: InputMaybe<string[]>;
    };
  };
}

const MeetingMutation = {
  close({ id, componentId }, { input: { locale, attributes } }: CloseMeetingInput, { store }) {
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    const linkedIds = (proposalIds ?? []).map((proposalId) => Number.parseInt(proposalId, 10));
    return store.update((transaction) =>
      transaction.update('meetings', id, {
        closedAt: closedAt ? store.formatDateTime(requireDateTime(closedAt).epochMs) : store.now(),
        closing: {
          report: { [locale]: normalizeHtml(closingReport) },
          attendeesCount,
          proposalIds: findLinkableProposals(linkedIds, componentId, store),
        },
      }),
    );
  },

  withdraw: ({ id }, _, { store }) =>
    store.update((transaction) => transaction.update('meetings', id, { withdrawnAt: store.now() })),
} satisfies RecordResolvers<'meetings'>;

export const resolvers = { Meeting, MeetingAgenda, MeetingAgendaItem, MeetingMutation };
