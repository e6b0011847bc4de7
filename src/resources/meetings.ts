import type { CreateMeetingInput, UpdateMeetingInput } from '../graphql/generated-types.ts';
import type { Behavior } from '../graphql/behavior.ts';
import type { Component, Meeting as MeetingRecord } from '../records/records.ts';
import { connection, recordById } from './component-records.ts';
import { componentFields } from './components.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { existingTaxonomyIds, resolveTaxonomies } from './taxonomies.ts';
import { mergeTranslation } from './translations.ts';
import { recordUrl } from './urls.ts';

/** The optional attributes of a meeting that are stored as they are. */
export type OptionalAttribute =
  | 'address'
  | 'latitude'
  | 'longitude'
  | 'onlineMeetingUrl'
  | 'iframeAccessLevel'
  | 'iframeEmbedType'
  | 'registrationUrl'
  | 'availableSlots';

/** The fields of a meeting (specification, section 2.3). An omitted attribute keeps the stored value, null clears it; texts of other locales stay. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const { typeOfMeeting, registrationType, registrationsEnabled, taxonomies } = attributes;
  const merge = <Name extends OptionalAttribute>(name: Name, cleared: MeetingRecord[Name]): MeetingRecord[Name] => {
    const value = attributes[name] as MeetingRecord[Name] | undefined;
    return value === undefined && previous ? previous[name] : (value ?? cleared);
  };
  const mergeText = (name: 'title' | 'description' | 'location' | 'locationHints' | 'registrationTerms') =>
    mergeTranslation(previous?.[name] ?? null, locale, attributes[name]);
  const formatTime = (text: string) => store.formatDateTime(store.parseDateTime(text));
  return {
    title: mergeText('title')!,
    description: mergeText('description')!,
    startTime: formatTime(attributes.startTime),
    endTime: formatTime(attributes.endTime),
    typeOfMeeting,
    address: merge('address', null),
    location: mergeText('location'),
    locationHints: mergeText('locationHints'),
    latitude: merge('latitude', null),
    longitude: merge('longitude', null),
    onlineMeetingUrl: merge('onlineMeetingUrl', null),
    iframeAccessLevel: merge('iframeAccessLevel', null),
    iframeEmbedType: merge('iframeEmbedType', 'NONE'),
    registrationType,
    registrationUrl: merge('registrationUrl', null),
    registrationTerms: mergeText('registrationTerms'),
    registrationsEnabled:
      (registrationsEnabled === undefined ? previous?.registrationsEnabled : registrationsEnabled) ??
      registrationType === 'ON_THIS_PLATFORM',
    availableSlots: merge('availableSlots', 0) ?? 0,
    taxonomyIds:
      taxonomies === undefined ? (previous?.taxonomyIds ?? []) : existingTaxonomyIds(taxonomies ?? [], store),
  };
};

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
