import type { InputMaybe } from '../../../contract/generated-types.ts';
import type { RequestContext } from '../../../contract/request-context.ts';
import { updateStore } from '../../../store/update-store.ts';
import { unauthorizedObject } from '../../../errors.ts';
import type { Meeting as MeetingRecord } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { requireDateTime } from '../values/date-time.ts';
import { normalizeHtml } from '../values/html.ts';
import { attachmentFields, constantMeetingFields, createCommentFields, followFields } from './constant-fields.ts';

/** What a meeting has on the platform beyond the contract. */
export const DecidimMeeting = {
  ...attachmentFields,
  ...createCommentFields('Decidim::Meetings::Meeting'),
  ...followFields,
  ...constantMeetingFields,
  /** A draft may be linked, and is not shown. */
  proposalsFromMeeting: ({ closing }: MeetingRecord, _: unknown, { store }: RequestContext) =>
    store
      .findMany('proposals', closing?.proposalIds ?? [])
      .map((proposal) => (proposal.publishedAt === null ? unauthorizedObject('Proposal') : proposal)),
  /** A form without questions; it has the meeting's id. */
  registrationForm: (meeting: MeetingRecord) =>
    meeting.registrationFormEnabled ? { ...formOf(meeting), forEntity: meeting } : null,
  attendeesCount: ({ closing }: MeetingRecord) => closing?.attendeesCount ?? null,
  closingReport: ({ closing }: MeetingRecord) => closing?.report ?? null,
  withdrawn: ({ withdrawnAt = null }: MeetingRecord) => withdrawnAt !== null,
  withdrawnAt: ({ withdrawnAt = null }: MeetingRecord) => withdrawnAt,
};

const formOf = ({ id, createdAt }: MeetingRecord) => ({
  id,
  createdAt,
  updatedAt: createdAt,
  publishedAt: null,
  questions: [],
  forType: 'Decidim::Meetings::Meeting',
});

export const QuestionnaireEntityInterface = { __resolveType: () => 'Meeting' };

/** `CloseMeetingAttributes`, and the locale of the report. */
interface CloseMeetingInput {
  locale: string;
  attributes: {
    closingReport: string;
    attendeesCount: number;
    closedAt?: InputMaybe<string>;
    proposalIds?: InputMaybe<string[]>;
  };
}

/** What the platform has beyond the contract. */
export const DecidimMeetingMutation = {
  /** Unknown proposals are dropped, and those of other spaces and of components that are not published. */
  close(
    { id, componentId }: MeetingRecord,
    { input }: { input: CloseMeetingInput },
    context: RequestContext,
  ): MeetingRecord {
    const { store } = context;
    const { locale, attributes } = input;
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    return updateStore(context, (draft) =>
      draft.update('meetings', id, {
        closedAt: closedAt ? store.formatDateTime(requireDateTime(closedAt).epochMs) : store.now(),
        closing: {
          report: { [locale]: normalizeHtml(closingReport) },
          attendeesCount,
          proposalIds: linkable(proposalIds ?? [], componentId, store),
        },
      }),
    );
  },

  withdraw({ id }: MeetingRecord, _: unknown, context: RequestContext): MeetingRecord {
    return updateStore(context, (draft) => draft.update('meetings', id, { withdrawnAt: context.store.now() }));
  },
};

function linkable(ids: string[], componentId: number, store: Store): number[] {
  const { processId } = store.find('components', componentId)!;
  const proposals = store
    .findMany('proposals', [...new Set(ids.map((id) => Number.parseInt(id, 10)))])
    .filter((proposal) => {
      const component = store.find('components', proposal.componentId)!;
      return component.processId === processId && component.publishedAt !== null;
    });
  return proposals.map(({ id }) => id);
}
