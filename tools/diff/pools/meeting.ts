import { type ValuePools, omitted } from './pool.ts';
import { unrestrictedTexts, etiquetteTexts } from './texts.ts';

const urls = [
  'https://example.org/room',
  'http://localhost:3000/x',
  'example.org',
  'ftp://example.org/',
  'javascript:alert(1)',
  'https://',
  'https://example.org/a b',
  ' https://example.org/ ',
  'https://www.youtube.com/watch?v=x',
  'https://youtube.com/watch?v=x',
  'https://meet.jit.si/room',
  'https://www.twitch.tv/town',
  'HTTPS://MEET.JIT.SI/ROOM',
  '',
  null,
];

/** Date-times that pass coercion and are then validated. */
const times = [
  '2027-03-12T18:00:00Z',
  '2027-03-12T20:00:00Z',
  '2020-01-01T00:00:00Z',
  '2027-02-30T10:00:00Z',
  '2027-04-31T23:59:59Z',
  '2027-03-12t19:00:00z',
  '2027-03-12T19:00:00.123456Z',
  '2027-03-12T19:00:00+02:00',
  '2027-03-12T19:00:00-11:30',
  '2027-03-12T19:00:00',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
];
const invalidTimes = [
  '2027-03-12',
  '2027-03-12T19:00Z',
  '2027-03-12 19:00:00Z',
  '20270312T190000Z',
  '2027-02-32T10:00:00Z',
  '2027-13-01T10:00:00Z',
  '2027-03-12T24:00:00Z',
  '2027-03-12T25:00:00Z',
  '2027-03-12T19:00:00+0200',
  'tomorrow',
  '',
  1_800_000_000,
  true,
];
const everyOther = <T>(values: T[], start: 0 | 1): T[] => values.filter((_, index) => index % 2 === start);

/** Values for the attributes of a meeting. */
export const meetingPools: ValuePools = {
  title: { validated: etiquetteTexts, uncoercible: [null, omitted, 5] },
  description: { validated: everyOther(etiquetteTexts, 0), uncoercible: [null, ['A list']] },
  startTime: { validated: times, uncoercible: [null, omitted], crashing: everyOther(invalidTimes, 0) },
  endTime: { validated: times, uncoercible: [null], crashing: everyOther(invalidTimes, 1) },
  registrationType: {
    validated: ['REGISTRATION_DISABLED', 'ON_THIS_PLATFORM', 'ON_DIFFERENT_PLATFORM'],
    uncoercible: ['registration_disabled', 'NOWHERE', null, 1, omitted],
  },
  typeOfMeeting: { validated: ['IN_PERSON', 'ONLINE', 'HYBRID'], uncoercible: ['ON_MARS', '', null, omitted] },
  address: { validated: ['Main Square 1', '', '  ', null, omitted, '<b>Main</b> Square'], uncoercible: [7] },
  latitude: { validated: [41.38, 0, -90, 91, 1000, 12, null, omitted], uncoercible: ['41.38'] },
  longitude: { validated: [2.17, 0, 180, -181, null, omitted], uncoercible: [true] },
  location: { validated: [...unrestrictedTexts, omitted], uncoercible: [{ en: 'Town hall' }] },
  locationHints: { validated: [...unrestrictedTexts, omitted], uncoercible: [false] },
  onlineMeetingUrl: { validated: [...urls, omitted], uncoercible: [1] },
  registrationUrl: { validated: [...urls, omitted], uncoercible: [{}] },
  registrationTerms: { validated: [...unrestrictedTexts, omitted], uncoercible: [[]] },
  registrationsEnabled: { validated: [true, false, null], uncoercible: ['true', 0] },
  availableSlots: { validated: [-1, 0, 1, 30, 2_147_483_647, null, omitted], uncoercible: ['3', 1.5, 2_147_483_648] },
  iframeEmbedType: {
    validated: ['NONE', 'EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE', 'OPEN_IN_NEW_TAB', null],
    uncoercible: ['none', 'SOMEHOW'],
  },
  iframeAccessLevel: { validated: ['ALL', 'SIGNED_IN', 'REGISTERED', null], uncoercible: ['NOBODY'] },
  taxonomies: {
    validated: [[2], ['3', '4'], [1], [999], [2, 999], [1, 2], [], null, [4, 4], ['x']],
    uncoercible: [[null], '2x', [1.5], [[2]]],
  },
  nonsense: { validated: [omitted], uncoercible: [1] },
};
