import { createTest, test } from 'plenum/vitest';
import { describe, expect } from 'vitest';
import { createMeeting, listMeetings } from './meetings.js';

test('a member creates a meeting', async ({ session }) => {
  const before = await listMeetings(session.url);
  expect(await createMeeting(session.url, 'A walk along the river')).toBe('5');
  expect(await listMeetings(session.url)).toEqual([...before, 'A walk along the river']);
});

test('the next test starts with the world as it was', async ({ session }) => {
  expect(await listMeetings(session.url)).toHaveLength(4);
});

const testOfProduction = createTest({ apiUrl: 'https://town.example/api' });

testOfProduction('the application has the URL of production', async () => {
  expect(await listMeetings('https://town.example/api')).toHaveLength(4);
});

test('a token has expired', async ({ session }) => {
  const authorization = `Bearer ${await session.token({ admin: true })}`;
  const query = { query: '{ session { user { name } } }' };
  const nameOf = async () => {
    const response = await session.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(query),
    });
    return (await response.json()).data?.session?.user?.name;
  };
  expect(await nameOf()).toBe('Admin robot');
  await session.clock.advance(24 * 60 * 60 * 1000);
  expect(await nameOf()).toBeUndefined();
});

// Tests that run at the same time share the global fetch, so they send the headers of their sessions themselves.
describe.concurrent('20 tests at once', () => {
  for (let number = 1; number <= 20; number += 1)
    test(`test ${number} sees only its own meeting`, async ({ session }) => {
      const send = async (query) => {
        const response = await fetch(session.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: 'Bearer member-token', ...session.headers },
          body: JSON.stringify({ query }),
        });
        return (await response.json()).data.component;
      };
      const { createMeeting: meeting } = await send(`mutation { component(id: 2) { ... on MeetingsMutation {
        createMeeting(input: { attributes: { title: "Meeting ${number}", description: "Everyone is welcome.", location: "The bridge",
          address: "Main Square 1", startTime: "2027-05-01T18:00:00Z", endTime: "2027-05-01T20:00:00Z",
          typeOfMeeting: IN_PERSON, registrationType: REGISTRATION_DISABLED } }) { id } } } }`);
      expect(meeting.id).toBe('5');
      const { meetings } = await send(
        '{ component(id: 2) { ... on Meetings { meetings { nodes { title { translation(locale: "en") } } } } } }',
      );
      expect(meetings.nodes.slice(4).map(({ title }) => title.translation)).toEqual([`Meeting ${number}`]);
    });
});
