import type { RequestContext } from '../../contract/request-context.ts';
import { unauthorizedObject } from '../../errors.ts';
import type { Meeting as MeetingRecord } from '../../store/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import { resolveTaxonomies } from './taxonomies.ts';
import {
  attachmentFields,
  createCommentFields,
  followFields,
  constantMeetingFields,
} from '../../dialects/decidim/resolvers/constant-fields.ts';
import { recordUrl } from './urls.ts';

export const Meetings = {
  ...componentFields,
  meeting: recordById('meetings', 'Meeting'),
  meetings: connection('meetings'),
};

export const Meeting = {
  author: ({ authorId }: MeetingRecord, _: unknown, { store }: RequestContext) => store.find('users', authorId) ?? null,
  closed: ({ closedAt }: MeetingRecord) => closedAt !== null,
  coordinates: ({ latitude, longitude }: MeetingRecord) =>
    latitude === null && longitude === null ? null : { latitude, longitude },
  registrationForm: ({ id }: MeetingRecord) => ({ id }),
  remainingSlots: ({ availableSlots }: MeetingRecord) => availableSlots,
  taxonomies: resolveTaxonomies,
  url: recordUrl('meetings'),
};

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
