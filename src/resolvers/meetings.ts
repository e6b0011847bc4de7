import type { Context } from '../contract/context.ts';
import type { Meeting as MeetingRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf, pagesOf } from './records.ts';
import { taxonomiesOf } from './taxonomies.ts';
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
