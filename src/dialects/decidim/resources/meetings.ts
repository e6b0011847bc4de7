import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { Records } from '../../../records/records.ts';
import { requireDateTime } from '../values/dates.ts';
import { storeText } from '../values/stored-text.ts';
import { findLinkableProposals } from './proposals.ts';
import { sortIds } from '../../../resources/results.ts';
import type { RecordResolvers } from '../../../resources/resolver-types.ts';
import { referenceTo } from './relations.ts';

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
  proposalsFromMeeting: ({ closing }, _, { store }) => store.findMany('proposals', sortIds(closing?.proposalIds ?? [])),
  /** The platform creates a form for each meeting; a world needs none without questions. */
  registrationForm({ id, registrationFormEnabled, createdAt }, _, { store }): Records['questionnaires'] | null {
    if (!registrationFormEnabled) return null;
    const questionnaireFor = referenceTo('meetings', id);
    const emptyForm = { id, questionnaireFor, title: null, description: null, tos: null };
    const [form] = store.where('questionnaires', 'questionnaireFor', questionnaireFor);
    return form ?? { ...emptyForm, createdAt, updatedAt: createdAt };
  },
  /** The places that are left, below 0 if there is no limit. People on the waiting list do not take one. */
  remainingSlots({ id, availableSlots, reservedSlots = 0 }, _, { store }) {
    const registered = store.where('registrations', 'meetingId', id).filter(({ isWaiting }) => !isWaiting);
    return availableSlots - reservedSlots - registered.length;
  },
  transparent: ({ transparent = true }) => transparent,
  withdrawn: ({ withdrawnAt = null }) => withdrawnAt !== null,
} satisfies RecordResolvers<'meetings'>;

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
          report: { [locale]: storeText(closingReport, store) },
          attendeesCount,
          proposalIds: findLinkableProposals(linkedIds, componentId, store),
        },
      }),
    );
  },

  withdraw: ({ id }, _, { store }) =>
    store.update((transaction) => transaction.update('meetings', id, { withdrawnAt: store.now() })),
} satisfies RecordResolvers<'meetings'>;

export const resolvers = { Meeting, MeetingMutation };
