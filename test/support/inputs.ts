/** Valid attributes of a meeting: the required ones only. */
export const meetingAttributes = {
  title: 'T',
  description: 'D',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'ONLINE',
};
