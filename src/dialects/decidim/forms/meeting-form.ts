import type { MeetingAttributes } from '../../../contract/generated-types.ts';
import type { Meeting, Translations } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { type ParsedDateTime, requireDateTime } from '../values/date-time.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { compareLocales } from '../values/locale-order.ts';
import { isBlank } from './validations.ts';

/** A meeting as it is judged and then stored: what an input says, over what there was. */
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

const unset = {
  address: null,
  latitude: null,
  longitude: null,
  onlineMeetingUrl: null,
  registrationUrl: null,
  availableSlots: 0,
  iframeEmbedType: 'NONE',
  iframeAccessLevel: null,
} as const;

/** A stored text as an update keeps it: of the request's locale, else of the default one, else the first. */
function kept(texts: Translations | null, locale: string, { organization }: Store): string {
  const own = texts?.[locale]?.replaceAll('<p></p>', '');
  const candidates = [
    own,
    texts?.[organization.defaultLocale],
    texts?.[Object.keys(texts).toSorted(compareLocales)[0]!],
  ];
  return candidates.find((text) => text !== undefined && !isBlank(text)) ?? '';
}

type Kept = 'location' | 'locationHints' | 'registrationTerms';

/** The form of an input in a locale; of a new meeting there is nothing before it, and of another null keeps what there was. */
export function createMeetingForm(
  attributes: MeetingAttributes,
  locale: string,
  before: Meeting | undefined,
  store: Store,
): MeetingForm {
  const stored: typeof unset | Meeting = before ?? unset;
  const said = <Name extends keyof typeof unset>(name: Name) => {
    const value = attributes[name];
    return value === undefined || (before && value === null) ? stored[name] : value;
  };
  const text = (name: Kept) => {
    const value = attributes[name];
    return before ? (value ?? kept(before[name], locale, store)) : (value ?? null);
  };
  const { taxonomies } = attributes;
  return {
    title: attributes.title,
    description: attributes.description,
    start: requireDateTime(attributes.startTime),
    end: requireDateTime(attributes.endTime),
    typeOfMeeting: attributes.typeOfMeeting,
    address: said('address'),
    latitude: said('latitude'),
    longitude: said('longitude'),
    location: text('location'),
    locationHints: text('locationHints'),
    onlineMeetingUrl: said('onlineMeetingUrl'),
    registrationType: attributes.registrationType,
    registrationUrl: said('registrationUrl'),
    registrationTerms: text('registrationTerms'),
    availableSlots: said('availableSlots'),
    iframeEmbedType: said('iframeEmbedType'),
    iframeAccessLevel: said('iframeAccessLevel'),
    taxonomyIds: taxonomies ? parseTaxonomyIds(taxonomies, store) : (before?.taxonomyIds ?? []),
  };
}
