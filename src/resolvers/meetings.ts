import type { Context } from '../contract/context.ts';
import { unauthorizedObject } from '../errors.ts';
import type { Meeting as MeetingRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf, pagesOf } from './records.ts';
import { taxonomiesOf } from './taxonomies.ts';
import { attachable, commentable, followable, plainMeeting } from './unkept.ts';
import { recordUrl } from './urls.ts';

export const Meetings = {
  ...componentFields,
  meeting: oneOf('meetings', 'Meeting'),
  meetings: pagesOf('meetings'),
};

export const Meeting = {
  author: ({ authorId }: MeetingRecord, _: unknown, { store }: Context) => store.find('users', authorId) ?? null,
  closed: ({ closedAt }: MeetingRecord) => closedAt !== null,
  coordinates: ({ latitude, longitude }: MeetingRecord) =>
    latitude === null && longitude === null ? null : { latitude, longitude },
  registrationForm: ({ id }: MeetingRecord) => ({ id }),
  remainingSlots: ({ availableSlots }: MeetingRecord) => availableSlots,
  taxonomies: taxonomiesOf,
  url: recordUrl('meetings'),
};

/** What a meeting has on the platform beyond the contract. */
export const PlatformMeeting = {
  ...attachable,
  ...commentable('Decidim::Meetings::Meeting'),
  ...followable,
  ...plainMeeting,
  /** A draft may be linked, and is not shown. */
  proposalsFromMeeting: ({ closing }: MeetingRecord, _: unknown, { store }: Context) =>
    store
      .several('proposals', closing?.proposalIds ?? [])
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
