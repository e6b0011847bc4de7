import { type Context, write } from '../contract/context.ts';
import type { CreateMeetingInput, MeetingAttributes, UpdateMeetingInput } from '../contract/types.ts';
import type { Component, Meeting as MeetingRecord } from '../store/records.ts';
import type { Fields, Store } from '../store/store.ts';
import { componentFields } from './components.ts';
import { oneOf, pagesOf } from './records.ts';
import { knownTaxonomies, taxonomiesOf } from './taxonomies.ts';
import { withText } from './texts.ts';
import { recordUrl } from './urls.ts';

/** The optional fields of a meeting about which nothing was said: what null means in an update. */
const unsaid = ({ registrationType }: MeetingAttributes) => ({
  address: null,
  latitude: null,
  longitude: null,
  location: null,
  locationHints: null,
  onlineMeetingUrl: null,
  iframeAccessLevel: null,
  iframeEmbedType: 'NONE' as const,
  registrationUrl: null,
  registrationTerms: null,
  registrationsEnabled: registrationType === 'ON_THIS_PLATFORM',
  availableSlots: 0,
  taxonomyIds: [],
});

/** The first that says something: what was given, where null stands for `otherwise`, or what is stored. */
const said = <T>(given: T | null | undefined, otherwise: T, stored: T): T =>
  given === undefined ? stored : (given ?? otherwise);

type Written = Omit<
  Fields<'meetings'>,
  'componentId' | 'authorId' | 'publishedAt' | 'closedAt' | 'registrationFormEnabled'
>;

/** The fields of a meeting after an input in a locale, from the ones before it (specification, section 2.3). */
function written(
  attributes: MeetingAttributes,
  locale: string,
  before: MeetingRecord | undefined,
  store: Store,
): Written {
  const empty = unsaid(attributes);
  const stored = before ?? { ...empty, title: null, description: null };
  const moment = (text: string) => store.print(store.instant(text));
  const { taxonomies } = attributes;
  return {
    title: withText(stored.title, locale, attributes.title)!,
    description: withText(stored.description, locale, attributes.description)!,
    location: withText(stored.location, locale, attributes.location),
    locationHints: withText(stored.locationHints, locale, attributes.locationHints),
    registrationTerms: withText(stored.registrationTerms, locale, attributes.registrationTerms),
    startTime: moment(attributes.startTime),
    endTime: moment(attributes.endTime),
    typeOfMeeting: attributes.typeOfMeeting,
    registrationType: attributes.registrationType,
    address: said(attributes.address, empty.address, stored.address),
    latitude: said(attributes.latitude, empty.latitude, stored.latitude),
    longitude: said(attributes.longitude, empty.longitude, stored.longitude),
    onlineMeetingUrl: said(attributes.onlineMeetingUrl, empty.onlineMeetingUrl, stored.onlineMeetingUrl),
    iframeAccessLevel: said(attributes.iframeAccessLevel, empty.iframeAccessLevel, stored.iframeAccessLevel),
    iframeEmbedType: said<MeetingRecord['iframeEmbedType']>(
      attributes.iframeEmbedType,
      empty.iframeEmbedType,
      stored.iframeEmbedType,
    ),
    registrationUrl: said(attributes.registrationUrl, empty.registrationUrl, stored.registrationUrl),
    registrationsEnabled: said(
      attributes.registrationsEnabled,
      empty.registrationsEnabled,
      stored.registrationsEnabled,
    ),
    availableSlots: said(attributes.availableSlots, empty.availableSlots, stored.availableSlots),
    taxonomyIds: said<number[]>(
      taxonomies && knownTaxonomies(taxonomies, store),
      empty.taxonomyIds,
      stored.taxonomyIds,
    ),
  };
}

export const Meetings = {
  ...componentFields,
  meeting: oneOf('meetings', 'Meeting'),
  meetings: pagesOf('meetings'),
};

export const MeetingsMutation = {
  ...componentFields,
  meeting: oneOf('meetings', 'MeetingMutation'),

  /** Specification, section 4.2. The viewer is the author; the meeting is published at once. */
  createMeeting(component: Component, { input }: { input: CreateMeetingInput }, context: Context): MeetingRecord {
    const { store, viewer } = context;
    return write(context, (draft) =>
      draft.create('meetings', {
        ...written(input.attributes, input.locale!, undefined, store),
        componentId: component.id,
        authorId: viewer!.id,
        registrationFormEnabled: false,
        closedAt: null,
        publishedAt: store.now(),
      }),
    );
  },
};

export const MeetingMutation = {
  /** Specification, section 4.3. What is left out keeps its stored value; texts of other locales stay. */
  update({ id }: MeetingRecord, { input }: { input: UpdateMeetingInput }, context: Context): MeetingRecord {
    const { store } = context;
    // As it is now: an earlier field of the same document may have written it.
    const before = store.find('meetings', id);
    return write(context, (draft) =>
      draft.change('meetings', id, written(input.attributes, input.locale!, before, store)),
    );
  },
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
