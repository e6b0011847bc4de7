import { Crash } from '../../../errors.ts';
import { named, secondsOf } from '../dates.ts';
import { etiquette } from './etiquette.ts';
import type { MeetingForm } from './meeting-form.ts';
import { type Rule, isBlank, notInList, present, when } from './rules.ts';
import { isWebAddress, uriOf } from './urls.ts';

const isOnline = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'IN_PERSON';
const isSomewhere = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'ONLINE';
const isHere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_THIS_PLATFORM';
const isElsewhere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_DIFFERENT_PLATFORM';
const isInOrder = ({ start, end }: MeetingForm): boolean => secondsOf(start) < secondsOf(end);

const shownInFrames = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE']);
const withAccessLevel = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_NEW_TAB']);
const embeddable = new Set<unknown>(['www.youtube.com', 'www.twitch.tv', 'meet.jit.si']);

const webAddress = (text: string | null, message: string): string[] => [
  ...present(text),
  ...when(!isBlank(text) && !isWebAddress(text!), message),
];

function slots(count: number | null): string[] {
  if (count === null) return ['is not a number', 'cannot be blank'];
  return when(count < 0, 'must be greater than or equal to 0');
}

function cannotBeEmbedded({ onlineMeetingUrl: url, iframeEmbedType }: MeetingForm): boolean {
  if (isBlank(url) || !shownInFrames.has(iframeEmbedType)) return false;
  const uri = uriOf(url!);
  if (!uri) throw new Crash(`cannot be embedded, for it is no URI: ${url}`);
  return !embeddable.has(uri.host);
}

/** A rule that holds for some forms only. */
const only =
  (applies: (form: MeetingForm) => boolean, says: (form: MeetingForm) => string[]) =>
  (form: MeetingForm): string[] =>
    applies(form) ? says(form) : [];

/** The rules of a meeting, new or updated, in the platform's order. */
export const meetingRules: Rule<MeetingForm>[] = [
  ['startTime', (form) => (isInOrder(form) ? [] : [`must be before ${named(form.end)}`])],
  ['endTime', (form) => (isInOrder(form) ? [] : [`must be after ${named(form.start)}`])],
  ['address', only(isSomewhere, ({ address }) => present(address))],
  [
    'iframeEmbedType',
    ({ iframeEmbedType }) => when(iframeEmbedType === null || iframeEmbedType === 'OPEN_IN_LIVE_EVENT_PAGE', notInList),
  ],
  ['title', ({ title }) => [...present(title), ...etiquette(title)]],
  ['description', ({ description }) => [...present(description), ...etiquette(description)]],
  ['location', only(isSomewhere, ({ location }) => present(location))],
  ['onlineMeetingUrl', only(isOnline, (form) => webAddress(form.onlineMeetingUrl, 'Must be valid URL'))],
  ['availableSlots', only(isHere, ({ availableSlots }) => slots(availableSlots))],
  ['registrationTerms', only(isHere, ({ registrationTerms }) => present(registrationTerms))],
  [
    'registrationUrl',
    only(isElsewhere, (form) => webAddress(form.registrationUrl, 'This URL is in the incorrect format')),
  ],
  [
    'iframeAccessLevel',
    ({ iframeEmbedType, iframeAccessLevel }) =>
      when(withAccessLevel.has(iframeEmbedType) && iframeAccessLevel === null, notInList),
  ],
  [
    'iframeEmbedType',
    (form) => when(cannotBeEmbedded(form), 'This URL cannot be embedded in meeting or live event page.'),
  ],
];
