import { SimulatedServerError } from '../../../errors.ts';
import { formatDateTime, epochSeconds } from '../values/date-time.ts';
import { validateEtiquette } from './etiquette.ts';
import type { MeetingForm } from './meeting-form.ts';
import { type FormRule, isBlank, notInListMessage, validatePresence, errorIf } from './validations.ts';
import { isHttpUrl, parseUri } from './urls.ts';

const isOnline = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'IN_PERSON';
const isSomewhere = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'ONLINE';
const isHere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_THIS_PLATFORM';
const isElsewhere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_DIFFERENT_PLATFORM';
const isInOrder = ({ start, end }: MeetingForm): boolean => epochSeconds(start) < epochSeconds(end);

const shownInFrames = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE']);
const withAccessLevel = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_NEW_TAB']);
const embeddable = new Set<unknown>(['www.youtube.com', 'www.twitch.tv', 'meet.jit.si']);

const webAddress = (text: string | null, message: string): string[] => [
  ...validatePresence(text),
  ...errorIf(!isBlank(text) && !isHttpUrl(text!), message),
];

function slots(count: number | null): string[] {
  if (count === null) return ['is not a number', 'cannot be blank'];
  return errorIf(count < 0, 'must be greater than or equal to 0');
}

function cannotBeEmbedded({ onlineMeetingUrl: url, iframeEmbedType }: MeetingForm): boolean {
  if (isBlank(url) || !shownInFrames.has(iframeEmbedType)) return false;
  const uri = parseUri(url!);
  if (!uri) throw new SimulatedServerError(`cannot be embedded, for it is no URI: ${url}`);
  return !embeddable.has(uri.host);
}

/** A rule that holds for some forms only. */
const only =
  (applies: (form: MeetingForm) => boolean, says: (form: MeetingForm) => string[]) =>
  (form: MeetingForm): string[] =>
    applies(form) ? says(form) : [];

/** The rules of a meeting, new or updated, in the platform's order. */
export const meetingRules: FormRule<MeetingForm>[] = [
  ['startTime', (form) => (isInOrder(form) ? [] : [`must be before ${formatDateTime(form.end)}`])],
  ['endTime', (form) => (isInOrder(form) ? [] : [`must be after ${formatDateTime(form.start)}`])],
  ['address', only(isSomewhere, ({ address }) => validatePresence(address))],
  [
    'iframeEmbedType',
    ({ iframeEmbedType }) =>
      errorIf(iframeEmbedType === null || iframeEmbedType === 'OPEN_IN_LIVE_EVENT_PAGE', notInListMessage),
  ],
  ['title', ({ title }) => [...validatePresence(title), ...validateEtiquette(title)]],
  ['description', ({ description }) => [...validatePresence(description), ...validateEtiquette(description)]],
  ['location', only(isSomewhere, ({ location }) => validatePresence(location))],
  ['onlineMeetingUrl', only(isOnline, (form) => webAddress(form.onlineMeetingUrl, 'Must be valid URL'))],
  ['availableSlots', only(isHere, ({ availableSlots }) => slots(availableSlots))],
  ['registrationTerms', only(isHere, ({ registrationTerms }) => validatePresence(registrationTerms))],
  [
    'registrationUrl',
    only(isElsewhere, (form) => webAddress(form.registrationUrl, 'This URL is in the incorrect format')),
  ],
  [
    'iframeAccessLevel',
    ({ iframeEmbedType, iframeAccessLevel }) =>
      errorIf(withAccessLevel.has(iframeEmbedType) && iframeAccessLevel === null, notInListMessage),
  ],
  [
    'iframeEmbedType',
    (form) => errorIf(cannotBeEmbedded(form), 'This URL cannot be embedded in meeting or live event page.'),
  ],
];
