import type { RequestContext } from '../../graphql/context.ts';
import type { Meeting as MeetingRecord } from '../../records/records.ts';
import { componentFields } from './components.ts';
import { recordById, connection } from './component-records.ts';
import { resolveTaxonomies } from './taxonomies.ts';
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
