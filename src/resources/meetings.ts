import type { CreateMeetingInput, UpdateMeetingInput } from '../graphql/generated-types.ts';
import type { Component } from '../records/records.ts';
import { connection, recordById } from './component-records.ts';
import { componentFields } from './components.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { resolveTaxonomies } from './taxonomies.ts';
import { recordUrl } from './urls.ts';

const Meetings = {
  ...componentFields,
  meeting: recordById('meetings', 'Meeting'),
  meetings: connection('meetings'),
} satisfies FieldResolvers<Component>;

const Meeting = {
  author: ({ authorId }, _, { store }) => store.find('users', authorId) ?? null,
  closed: ({ closedAt }) => closedAt !== null,
  coordinates: ({ latitude, longitude }) => (latitude === null && longitude === null ? null : { latitude, longitude }),
  registrationForm: ({ id }) => ({ id }),
  remainingSlots: ({ availableSlots }) => availableSlots,
  taxonomies: resolveTaxonomies,
  url: recordUrl('meetings'),
} satisfies RecordResolvers<'meetings'>;

const MeetingsMutation = {
  ...componentFields,
  meeting: recordById('meetings', 'MeetingMutation'),

  /** Specification, section 4.2. The viewer becomes the author; the meeting is published immediately. */
  createMeeting: (component, { input }: { input: CreateMeetingInput }, { store, viewer, behavior }) =>
    store.update((transaction) =>
      transaction.create('meetings', {
        componentId: component.id,
        authorId: viewer!.id,
        registrationFormEnabled: false,
        closedAt: null,
        publishedAt: store.now(),
        ...behavior.meetingFields(input.attributes, input.locale!, undefined, store),
      }),
    ),
} satisfies FieldResolvers<Component>;

const MeetingMutation = {
  /** Specification, section 4.3. */
  update({ id }, { input }: { input: UpdateMeetingInput }, { store, behavior }) {
    // An earlier field of the same document may have changed the record.
    const previous = store.find('meetings', id);
    return store.update((transaction) =>
      transaction.update('meetings', id, behavior.meetingFields(input.attributes, input.locale!, previous, store)),
    );
  },
} satisfies RecordResolvers<'meetings'>;

export const resolvers = { Meeting, MeetingMutation, Meetings, MeetingsMutation };
