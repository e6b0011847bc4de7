import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { contains } from '../matching.ts';
import {
  createMeeting,
  dialectNames,
  meetingsQuery,
  openSession,
  organizationQuery,
  stopServers,
} from '../../../test/support/control-server.ts';

after(stopServers);

const effect = { status: 503 };

for (const dialect of dialectNames) {
  test(`${dialect}: every member of a match selects requests`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    const rows: [object, object, object][] = [
      [{ coordinate: 'Query.organization' }, { query: organizationQuery }, { query: meetingsQuery }],
      [{ operationName: 'Meetings' }, { query: meetingsQuery }, { query: organizationQuery }],
      [
        { operationName: 'B' },
        { query: 'query A { __typename } query B { __typename }', operationName: 'B' },
        { query: 'query A { __typename } query B { __typename }', operationName: 'A' },
      ],
      [{ user: 2 }, { actor: 'member' }, { actor: 'other' }],
      [{ user: null }, { actor: 'anonymous' }, { actor: 'member' }],
      [{ variables: { input: { locale: 'en' } } }, createMeeting, { query: organizationQuery }],
      [
        { coordinate: 'Query.organization', user: 2 },
        { query: organizationQuery, actor: 'member' },
        { query: organizationQuery, actor: 'other' },
      ],
    ];
    for (const [match, matching, other] of rows) {
      const { id } = addFault({ match, effect });
      assert.equal((await send(matching)).status, 503, JSON.stringify(match));
      assert.equal((await send(other)).status, 200, JSON.stringify(match));
      world.faults.delete(id);
      assert.equal((await send(matching)).status, 200, JSON.stringify(match));
    }
  });

  test(`${dialect}: a coordinate of an interface matches the field of every type that implements it`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    addFault({ match: { coordinate: 'ComponentInterface.id' }, effect });
    assert.equal((await send({ query: '{ component(id: 1) { id } }' })).status, 503);
    assert.equal((await send({ query: '{ component(id: 2) { id } }' })).status, 503);
    assert.equal((await send({ query: '{ component(id: 2) { __typename } }' })).status, 200);
  });

  test(`${dialect}: a fault that matches every request applies to sign-in and sign-out, too`, async (t) => {
    const { addFault, server, name, world } = await openSession(t, dialect);
    const send = async (path: string, method: string) => {
      const body =
        method === 'POST' ? '{"api_user":{"key":"admin-key","secret":"admin-secret-0123456789"}}' : undefined;
      const headers = { 'content-type': 'application/json', 'x-plenum-session': name };
      return (await fetch(server.url + path, { method, headers, body })).status;
    };
    for (const phase of ['before', 'after']) {
      addFault({ effect, phase });
      assert.equal(await send('/sign_in', 'POST'), 503, phase);
      assert.equal(await send('/sign_out', 'DELETE'), 503, phase);
      world.faults.clear();
    }
    addFault({ match: { user: null }, effect });
    addFault({ effect: { graphqlError: { message: 'No' } } });
    assert.equal(await send('/sign_in', 'POST'), 200);
  });
}

test('contains compares parts of JSON values', () => {
  // oxlint-disable-next-line no-new-wrappers
  const boxed = new Number(1);
  const rows: [unknown, unknown, boolean][] = [
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }, true],
    [{ a: [1, 2] }, { a: [1] }, false],
    [{ a: null }, { a: null }, true],
    [{}, { a: null }, false],
    [{ a: '1' }, { a: 1 }, false],
    [{ a: boxed }, { a: 1 }, true],
    [{ a: [] }, { a: {} }, false],
    ['text', {}, false],
    [{}, { toString: {} }, false],
  ];
  for (const [value, part, expected] of rows)
    assert.equal(contains(value, part), expected, JSON.stringify([value, part]));
});
