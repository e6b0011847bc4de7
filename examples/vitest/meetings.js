// What your application has: functions that use the API.
async function request(url, query, variables) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer member-token' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data.component;
}

export async function listMeetings(url) {
  const { meetings } = await request(
    url,
    '{ component(id: 2) { ... on Meetings { meetings { nodes { title { translation(locale: "en") } } } } } }',
  );
  return meetings.nodes.map(({ title }) => title.translation);
}

export async function createMeeting(url, title) {
  const { createMeeting: meeting } = await request(
    url,
    `mutation ($input: CreateMeetingInput!) {
      component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } }
    }`,
    {
      input: {
        attributes: {
          title,
          description: 'Bring good shoes.',
          location: 'The bridge',
          address: 'Main Square 1',
          startTime: '2027-05-01T18:00:00Z',
          endTime: '2027-05-01T20:00:00Z',
          typeOfMeeting: 'IN_PERSON',
          registrationType: 'REGISTRATION_DISABLED',
        },
      },
    },
  );
  return meeting.id;
}
