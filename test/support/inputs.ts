import type { TestContext } from 'node:test';

/** Valid attributes of a meeting: the required ones only. */
export const meetingAttributes = {
  title: 'T',
  description: 'D',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'ONLINE',
};

/** Attributes of a meeting in person that every dialect accepts. */
export const inPersonAttributes = {
  title: 'My new meeting',
  description: 'My new meeting description',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
  address: 'Main Square 1',
  location: 'Town hall',
};

/** Sets the day of a test at noon; its clock stands still. By default it is one on which the waivers and the meetings of the demo world are valid. */
export const setDay = (t: TestContext, day = '2026-11-22'): void =>
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(`${day}T12:00:00Z`) });
