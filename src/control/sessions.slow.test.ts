import assert from 'node:assert/strict';
import test from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';

const createMeeting = (title: string) => `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: {
  attributes: { title: "${title}", description: "D", location: "L", address: "A", startTime: "2027-05-01T18:00:00Z",
  endTime: "2027-05-01T20:00:00Z", typeOfMeeting: IN_PERSON, registrationType: REGISTRATION_DISABLED } }) { id } } } }`;
const listMeetings =
  '{ component(id: 2) { ... on Meetings { meetings { nodes { id title { translation(locale: "en") } } } } } }';
const inSession = (name: string) => ({ 'x-plenum-session': name, authorization: 'Bearer member-token' });

test('200 sessions in parallel see only their own writes', async (t) => {
  const { query, world, sessions } = await startControlServer(t);
  const writes = 5;
  await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const headers = inSession(`test-${number}`);
      const titles = Array.from({ length: writes }, (__, write) => `${number}/${write}`);
      for (const [index, title] of titles.entries()) {
        const { data } = await query(createMeeting(title), headers);
        assert.equal(data.component.createMeeting.id, String(5 + index));
      }
      const { data } = await query(listMeetings, headers);
      const created = data.component.meetings.nodes.filter(({ id }: { id: string }) => Number(id) > 4);
      assert.deepEqual(
        created.map((node: { title: { translation: string } }) => node.title.translation).toSorted(),
        titles,
      );
    }),
  );
  assert.equal(sessions.names.length, 200);
  assert.equal(world.store.all('meetings').length, 4);
});
