import type { MeetingAttributes } from '../../contract/generated-types.ts';
import { existingTaxonomyIds } from '../../server/resolvers/taxonomies.ts';
import { mergeTranslation } from '../../server/resolvers/translations.ts';
import type { Behavior } from '../../contract/behavior.ts';
import type { Meeting } from '../../store/records.ts';

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

/** The fields of a meeting (specification, section 2.3): what is left out keeps its stored value, texts of other locales stay. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, before, store) => {
  const empty = unsaid(attributes);
  const stored = before ?? { ...empty, title: null, description: null };
  const moment = (text: string) => store.formatDateTime(store.parseDateTime(text));
  const { taxonomies } = attributes;
  return {
    title: mergeTranslation(stored.title, locale, attributes.title)!,
    description: mergeTranslation(stored.description, locale, attributes.description)!,
    location: mergeTranslation(stored.location, locale, attributes.location),
    locationHints: mergeTranslation(stored.locationHints, locale, attributes.locationHints),
    registrationTerms: mergeTranslation(stored.registrationTerms, locale, attributes.registrationTerms),
    startTime: moment(attributes.startTime),
    endTime: moment(attributes.endTime),
    typeOfMeeting: attributes.typeOfMeeting,
    registrationType: attributes.registrationType,
    address: said(attributes.address, empty.address, stored.address),
    latitude: said(attributes.latitude, empty.latitude, stored.latitude),
    longitude: said(attributes.longitude, empty.longitude, stored.longitude),
    onlineMeetingUrl: said(attributes.onlineMeetingUrl, empty.onlineMeetingUrl, stored.onlineMeetingUrl),
    iframeAccessLevel: said(attributes.iframeAccessLevel, empty.iframeAccessLevel, stored.iframeAccessLevel),
    iframeEmbedType: said<Meeting['iframeEmbedType']>(
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
      taxonomies && existingTaxonomyIds(taxonomies, store),
      empty.taxonomyIds,
      stored.taxonomyIds,
    ),
  };
};
