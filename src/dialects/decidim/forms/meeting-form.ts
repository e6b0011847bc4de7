import type { MeetingAttributes } from '../../../graphql/generated-types.ts';
import type { Meeting, Translations } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { type ParsedDateTime, requireDateTime } from '../values/dates.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { compareLocales } from '../values/texts.ts';
import { isBlank } from './validations.ts';

/** A meeting as the platform validates and then stores it: the input's attributes, and stored values for the others. */
export type MeetingForm = {
  title: string;
  description: string;
  start: ParsedDateTime;
  end: ParsedDateTime;
  typeOfMeeting: Meeting['typeOfMeeting'];
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  location: string | null;
  locationHints: string | null;
  onlineMeetingUrl: string | null;
  registrationType: Meeting['registrationType'];
  registrationUrl: string | null;
  registrationTerms: string | null;
  availableSlots: number | null;
  iframeEmbedType: Meeting['iframeEmbedType'];
  iframeAccessLevel: Meeting['iframeAccessLevel'];
  taxonomyIds: number[];
};

const defaults = {
  address: null,
  latitude: null,
  longitude: null,
  onlineMeetingUrl: null,
  registrationUrl: null,
  availableSlots: 0,
  iframeEmbedType: 'NONE',
  iframeAccessLevel: null,
} as const;

/** The stored text that an update keeps: in the locale of the input, else in the default locale, else the first. */
function findStoredText(texts: Translations | null, locale: string, { organization }: Store): string {
  if (!texts) return '';
  const [firstLocale] = Object.keys(texts).toSorted(compareLocales);
  const candidates = [
    texts[locale]?.replaceAll('<p></p>', ''),
    texts[organization.defaultLocale],
    texts[firstLocale ?? locale],
  ];
  return candidates.find((text) => text !== undefined && !isBlank(text)) ?? '';
}

/** Creates the form of an input in a locale. On create there is no previous meeting; on update, null keeps the stored value. */
export function createMeetingForm(
  attributes: MeetingAttributes,
  locale: string,
  previous: Meeting | undefined,
  store: Store,
): MeetingForm {
  const stored: typeof defaults | Meeting = previous ?? defaults;
  const valueOf = <Name extends keyof typeof defaults>(name: Name) => {
    const value = attributes[name];
    return value === undefined || (previous && value === null) ? stored[name] : value;
  };
  const textOf = (name: 'location' | 'locationHints' | 'registrationTerms') => {
    const value = attributes[name];
    return previous ? (value ?? findStoredText(previous[name], locale, store)) : (value ?? null);
  };
  const { taxonomies } = attributes;
  return {
    title: attributes.title,
    description: attributes.description,
    start: requireDateTime(attributes.startTime),
    end: requireDateTime(attributes.endTime),
    typeOfMeeting: attributes.typeOfMeeting,
    address: valueOf('address'),
    latitude: valueOf('latitude'),
    longitude: valueOf('longitude'),
    location: textOf('location'),
    locationHints: textOf('locationHints'),
    onlineMeetingUrl: valueOf('onlineMeetingUrl'),
    registrationType: attributes.registrationType,
    registrationUrl: valueOf('registrationUrl'),
    registrationTerms: textOf('registrationTerms'),
    availableSlots: valueOf('availableSlots'),
    iframeEmbedType: valueOf('iframeEmbedType'),
    iframeAccessLevel: valueOf('iframeAccessLevel'),
    taxonomyIds: taxonomies ? parseTaxonomyIds(taxonomies, store) : (previous?.taxonomyIds ?? []),
  };
}
