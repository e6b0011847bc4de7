import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ProblemError } from '../api/problem.ts';
import { dialectNames, openSession, stopServers } from '../../../test/support/control-server.ts';

after(stopServers);

const meetings =
  '{ component(id: 2) { id ... on Meetings { meetings { nodes { id title { translation(locale: "en") } } } } } }';
const nodes = 'MeetingConnection.nodes';

for (const dialect of dialectNames) {
  test(`${dialect}: a value replaces that of a field, which is not executed`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    addFault({ match: { coordinate: 'Meeting.id' }, effect: { value: '99' }, times: 1 });
    const { body } = await send({ query: meetings });
    assert.equal(body.errors, undefined);
    assert.deepEqual(
      body.data.component.meetings.nodes.map(({ id }: { id: string }) => id),
      ['99', '2', '3', '4'].slice(0, body.data.component.meetings.nodes.length),
    );
    assert.equal(world.faults.list()[0]!.applied, 1);
  });

  test(`${dialect}: an empty list replaces a list`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    // The second fault empties the list before the first one does.
    for (const phase of ['before', 'after']) addFault({ match: { coordinate: nodes }, effect: { value: [] }, phase });
    const { body } = await send({ query: meetings });
    assert.deepEqual(body, { data: { component: { id: '2', meetings: { nodes: [] } } } });
  });
}

const invalid: [string, unknown, string, RegExp][] = [
  [nodes, {}, 'effect.value', /Meeting has fields/],
  [nodes, [null, {}], 'effect.value', /Meeting has fields/],
  ['MeetingConnection.pageInfo', null, 'effect.value', /Cannot return null/],
  ['Meeting.title', { translation: 'A title' }, 'effect.value', /TranslatedField has fields/],
  ['Meeting.id', null, 'effect.value', /Cannot return null/],
  ['Proposal.voteCount', 'many', 'effect.value', /Int cannot represent/],
  ['Meeting.typeOfMeeting', 'SOMEWHERE', 'effect.value', /cannot represent.*IN_PERSON/],
];

test('a value that the field cannot have is refused by its member', async (t) => {
  const { world } = await openSession(t, 'decidim-0.32');
  for (const [coordinate, value, member, message] of invalid)
    assert.throws(
      () => world.faults.add({ match: { coordinate }, effect: { value } }),
      (error: ProblemError) => {
        assert.ok(error instanceof ProblemError, String(error));
        assert.deepEqual([error.status, error.member], [400, member], message.source);
        assert.match(error.message, message);
        return true;
      },
      message.source,
    );
  assert.deepEqual(world.faults.list(), []);
});
