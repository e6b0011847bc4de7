import { SimulatedServerError } from '../../../errors.ts';
import { epochSeconds, formatDateTime } from '../values/dates.ts';
import { validateEtiquette } from './etiquette.ts';
import type { MeetingForm } from './meeting-form.ts';
import { isHttpUrl, parseUri } from './urls.ts';
import { type FormRule, errorIf, isBlank, notInListMessage, validatePresence } from './validations.ts';

const hasUrl = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'IN_PERSON';
const hasAddress = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'ONLINE';
const isRegistrationHere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_THIS_PLATFORM';
const isRegistrationElsewhere = ({ registrationType }: MeetingForm): boolean =>
  registrationType === 'ON_DIFFERENT_PLATFORM';
const startsBeforeEnd = ({ start, end }: MeetingForm): boolean => epochSeconds(start) < epochSeconds(end);

const embedTypesInFrames = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE']);
const embedTypesWithAccessLevel = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_NEW_TAB']);
const embeddableHosts = new Set<unknown>(['www.youtube.com', 'www.twitch.tv', 'meet.jit.si']);

const validateUrl = (url: string | null, message: string): string[] => [
  ...validatePresence(url),
  ...errorIf(!isBlank(url) && !isHttpUrl(url!), message),
];

function validateSlots(count: number | null): string[] {
  if (count === null) return ['is not a number', 'cannot be blank'];
  return errorIf(count < 0, 'must be greater than or equal to 0');
}

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
  ['startTime', (form) => (startsBeforeEnd(form) ? [] : [`must be before ${formatDateTime(form.end)}`])],
  ['endTime', (form) => (startsBeforeEnd(form) ? [] : [`must be after ${formatDateTime(form.start)}`])],
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
  ['availableSlots', onlyIf(isRegistrationHere, ({ availableSlots }) => validateSlots(availableSlots))],
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
