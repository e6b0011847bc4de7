import type { MeetingAttributes } from '../../../graphql/generated-types.ts';
import type { Behavior } from '../../behavior.ts';
import { mapLocalizedAttributes, mergeOptionalAttributes } from '../../meeting-attributes.ts';
import { SimulatedServerError } from '../../../errors.ts';
import type { Meeting, Translations } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { epochSeconds, formatDateTime, requireDateTime } from '../values/dates.ts';
import { storeText } from '../values/stored-text.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { compareLocales } from '../values/texts.ts';
import {
  type FormRule,
  errorIf,
  isBlank,
  isHttpUrl,
  notInListMessage,
  parseUri,
  validateEtiquette,
  validatePresence,
  validateRange,
} from './validations.ts';

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

/**
 * Creates a meeting as the platform validates and then stores it, from an input in a locale. On create there is no previous meeting; on
 * update, null keeps the stored value.
 */
export function createMeetingForm(
  attributes: MeetingAttributes,
  locale: string,
  previous: Meeting | undefined,
  store: Store,
) {
  const { title, description, typeOfMeeting, registrationType, taxonomies } = attributes;
  return {
    title,
    description,
    typeOfMeeting,
    registrationType,
    start: requireDateTime(attributes.startTime),
    end: requireDateTime(attributes.endTime),
    ...mergeOptionalAttributes(attributes, previous, previous ?? {}),
    ...mapLocalizedAttributes(
      (name) => attributes[name] ?? (previous ? findStoredText(previous[name], locale, store) : null),
    ),
    taxonomyIds: taxonomies ? parseTaxonomyIds(taxonomies, store) : (previous?.taxonomyIds ?? []),
  };
}

type MeetingForm = ReturnType<typeof createMeetingForm>;

const hasUrl = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'IN_PERSON';
const hasAddress = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'ONLINE';
const isRegistrationHere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_THIS_PLATFORM';
const isRegistrationElsewhere = ({ registrationType }: MeetingForm): boolean =>
  registrationType === 'ON_DIFFERENT_PLATFORM';
const startsTooLate = ({ start, end }: MeetingForm): boolean => epochSeconds(start) >= epochSeconds(end);

const embedTypesInFrames = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE']);
const embedTypesWithAccessLevel = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_NEW_TAB']);
const embeddableHosts = new Set<unknown>(['www.youtube.com', 'www.twitch.tv', 'meet.jit.si']);

const validateUrl = (url: string | null, message: string): string[] => [
  ...validatePresence(url),
  ...errorIf(!isBlank(url) && !isHttpUrl(url!), message),
];

/** Whether the meeting is embedded and its URL is not of a supported service. Throws SimulatedServerError for an invalid URI. */
function isUrlNotEmbeddable({ onlineMeetingUrl: url, iframeEmbedType }: MeetingForm): boolean {
  if (isBlank(url) || !embedTypesInFrames.has(iframeEmbedType)) return false;
  const uri = parseUri(url!);
  if (!uri) throw new SimulatedServerError(`${url} is not a URI`);
  return !embeddableHosts.has(uri.host);
}

const onlyIf =
  (applies: (form: MeetingForm) => boolean, validate: (form: MeetingForm) => string[]) =>
  (form: MeetingForm): string[] =>
    applies(form) ? validate(form) : [];

/** The rules of a new or updated meeting, in the platform's order. */
export const meetingRules: FormRule<MeetingForm>[] = [
  ['startTime', onlyIf(startsTooLate, ({ end }) => [`must be before ${formatDateTime(end)}`])],
  ['endTime', onlyIf(startsTooLate, ({ start }) => [`must be after ${formatDateTime(start)}`])],
  ['address', onlyIf(hasAddress, ({ address }) => validatePresence(address))],
  [
    'iframeEmbedType',
    ({ iframeEmbedType }) =>
      errorIf(iframeEmbedType === null || iframeEmbedType === 'OPEN_IN_LIVE_EVENT_PAGE', notInListMessage),
  ],
  ['title', ({ title }) => [...validatePresence(title), ...validateEtiquette(title)]],
  ['description', ({ description }) => [...validatePresence(description), ...validateEtiquette(description)]],
  ['location', onlyIf(hasAddress, ({ location }) => validatePresence(location))],
  ['onlineMeetingUrl', onlyIf(hasUrl, (form) => validateUrl(form.onlineMeetingUrl, 'Must be valid URL'))],
  [
    'availableSlots',
    onlyIf(isRegistrationHere, ({ availableSlots }) => [
      ...validateRange(availableSlots, { from: 0 }),
      ...errorIf(availableSlots === null, 'cannot be blank'),
    ]),
  ],
  ['registrationTerms', onlyIf(isRegistrationHere, ({ registrationTerms }) => validatePresence(registrationTerms))],
  [
    'registrationUrl',
    onlyIf(isRegistrationElsewhere, (form) => validateUrl(form.registrationUrl, 'This URL is in the incorrect format')),
  ],
  [
    'iframeAccessLevel',
    ({ iframeEmbedType, iframeAccessLevel }) =>
      errorIf(embedTypesWithAccessLevel.has(iframeEmbedType) && iframeAccessLevel === null, notInListMessage),
  ],
  [
    'iframeEmbedType',
    (form) => errorIf(isUrlNotEmbeddable(form), 'This URL cannot be embedded in meeting or live event page.'),
  ],
];

/** The fields of a meeting. The texts are stored under the locale of the input; texts of other locales are removed. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const { start, end, availableSlots, ...form } = createMeetingForm(attributes, locale, previous, store);
  if (availableSlots === null) {
    if (!previous) store.skipNextId('meetings');
    throw new SimulatedServerError('the database rejects null slots');
  }
  return {
    ...form,
    availableSlots,
    ...mapLocalizedAttributes((name) => ({ [locale]: form[name] ?? '' })),
    title: { [locale]: storeText(form.title, store) },
    description: { [locale]: storeText(form.description, store) },
    startTime: store.formatDateTime(start.epochMs),
    endTime: store.formatDateTime(end.epochMs),
    registrationsEnabled: form.registrationType === 'ON_THIS_PLATFORM',
  };
};
