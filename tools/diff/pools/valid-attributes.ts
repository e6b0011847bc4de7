const texts = { title: 'A meeting of the town', description: 'Everybody is welcome to it.' };
const futureTimes = { startTime: '2027-03-12T18:00:00Z', endTime: '2027-03-12T20:00:00Z' };
const pastTimes = { startTime: '2026-01-12T18:00:00Z', endTime: '2026-01-12T20:00:00Z' };
const future = { ...texts, ...futureTimes };
const place = { address: 'Main Square 1', location: 'Town hall' };
const inPerson = { ...future, typeOfMeeting: 'IN_PERSON', ...place };
const online = { ...future, typeOfMeeting: 'ONLINE', onlineMeetingUrl: 'https://meet.jit.si/town' };
const coordinates = { latitude: 41.38, longitude: 2.17, locationHints: 'First floor' };

const noRegistration = { registrationType: 'REGISTRATION_DISABLED' };
const platformRegistration = {
  registrationType: 'ON_THIS_PLATFORM',
  availableSlots: 30,
  registrationTerms: 'Be kind.',
};
const externalRegistration = {
  registrationType: 'ON_DIFFERENT_PLATFORM',
  registrationUrl: 'https://example.org/register',
};

/** Valid attributes of meetings. */
export const validMeetings: Record<string, unknown>[] = [
  { ...inPerson, ...noRegistration },
  { ...inPerson, ...platformRegistration, ...coordinates },
  { ...inPerson, ...pastTimes, ...externalRegistration },
  { ...online, ...noRegistration, iframeEmbedType: 'EMBED_IN_MEETING_PAGE', iframeAccessLevel: 'SIGNED_IN' },
  { ...online, ...platformRegistration },
  { ...online, ...noRegistration, ...place, typeOfMeeting: 'HYBRID', taxonomies: [2] },
];

/** Valid attributes of a meeting that is over, and so can be closed. */
export const pastMeeting: Record<string, unknown> = { ...inPerson, ...pastTimes, ...noRegistration };

/** Valid attributes of proposals. */
export const validProposals: Record<string, unknown>[] = [
  { title: 'A bench on every corner', body: 'People need to sit down now and then, all over the town.' },
];

/** Valid attributes of answers. */
export const validAnswers: Record<string, unknown>[] = [
  { state: 'accepted', answerContent: { en: 'We accept it' } },
  { state: 'rejected', answerContent: { en: 'No', ca: 'No pas' }, cost: 1234.5, costReport: { en: 'Report' } },
  { state: 'evaluating' },
  { cost: 10, executionPeriod: { en: 'A year' } },
];
