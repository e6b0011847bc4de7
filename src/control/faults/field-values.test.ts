import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ProblemError } from '../api/problem.ts';
import { dialectNames, openSession, stopServers } from '../../../test/support/faulty-session.ts';

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

  test(`${dialect}: a value of an object type names some of its fields, and the others are as usual`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    const ordinary = (await send({ query: meetings })).body.data.component.meetings.nodes;
    const title = { translation: 'Cancelled' };
    addFault({ match: { coordinate: nodes }, effect: { value: [{ title }, null, { id: '7' }] } });
    const { body } = await send({ query: meetings });
    assert.equal(body.errors, undefined);
    assert.deepEqual(body.data.component.meetings.nodes, [
      { id: ordinary[0].id, title },
      null,
      { id: '7', title: ordinary[2 % ordinary.length].title },
    ]);
  });

  test(`${dialect}: a value with more items than there are records has the records again`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    const count = (await send({ query: meetings })).body.data.component.meetings.nodes.length;
    const value = Array.from({ length: count * 3 }, (_, index) => ({ id: String(index) }));
    addFault({ match: { coordinate: nodes }, effect: { value } });
    const { body } = await send({ query: meetings });
    assert.equal(body.errors, undefined);
    assert.deepEqual(
      body.data.component.meetings.nodes.map(({ id }: { id: string }) => id),
      value.map(({ id }) => id),
    );
  });

  test(`${dialect}: items for which there are no records are an error at the field`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    // The second fault empties the list before the first one looks for its records.
    addFault({ match: { coordinate: nodes }, effect: { value: [{ id: '1' }] } });
    addFault({ match: { coordinate: nodes }, effect: { value: [] }, phase: 'after' });
    const { body } = await send({ query: meetings });
    assert.equal(body.data.component.meetings.nodes, null);
    assert.match(body.errors[0].message, /MeetingConnection\.nodes has no records/);
  });
}

const invalid: [string, unknown, string, RegExp][] = [
  [nodes, {}, 'effect.value', /must be a list/],
  [nodes, [{ titel: {} }], 'effect.value.0', /no field "titel" of Meeting\. Did you mean title/],
  [nodes, [{ id: null }], 'effect.value.0.id', /must not be null/],
  [nodes, [1], 'effect.value.0', /must be an object with fields of Meeting/],
  ['Meeting.title', 'A title', 'effect.value', /must be an object with fields of TranslatedField/],
  ['Proposal.voteCount', 'many', 'effect.value', /must be of the type Int/],
  ['Meeting.typeOfMeeting', 'SOMEWHERE', 'effect.value', /must be .*IN_PERSON/],
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
