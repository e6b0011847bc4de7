import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import {
  createMeeting,
  dialectNames,
  noMeeting,
  openSession,
  stopServers,
} from '../../../test/support/control-server.ts';

after(stopServers);

const match = { coordinate: 'MeetingsMutation.createMeeting' };
const inBoth = (name: string, run: (t: test.TestContext, dialect: string) => Promise<void>) => {
  for (const dialect of dialectNames) test(`${dialect}: ${name}`, (t) => run(t, dialect));
};

inBoth('graphqlError is the error of its field, and the field is not executed', async (t, dialect) => {
  const { addFault, send, meetings } = await openSession(t, dialect);
  const before = meetings();
  addFault({ match, effect: { graphqlError: { message: 'Too busy', code: 'BUSY' } } });
  const { status, body } = await send(createMeeting);
  assert.equal(status, 200);
  assert.deepEqual(body.data, noMeeting);
  assert.equal(body.errors.length, 1);
  const [{ message, path, extensions }] = body.errors;
  assert.deepEqual(
    { message, path, extensions },
    { message: 'Too busy', path: ['component', 'createMeeting'], extensions: { code: 'BUSY' } },
  );
  assert.equal(meetings(), before);
});

inBoth('graphqlError without a coordinate is the only result', async (t, dialect) => {
  const { addFault, send, meetings } = await openSession(t, dialect);
  const before = meetings();
  addFault({ effect: { graphqlError: { message: 'Too busy' } } });
  const { status, body } = await send(createMeeting);
  assert.equal(status, 200);
  assert.deepEqual(body, { errors: [{ message: 'Too busy' }], data: null });
  assert.equal(meetings(), before);
});

inBoth('nullField makes a nullable field null without an error', async (t, dialect) => {
  const { addFault, send, meetings } = await openSession(t, dialect);
  const before = meetings();
  addFault({ match, effect: { nullField: true } });
  assert.deepEqual((await send(createMeeting)).body, { data: noMeeting });
  assert.equal(meetings(), before);
});

inBoth('nullField at a field that is not nullable makes its parent null with an error', async (t, dialect) => {
  const { addFault, send } = await openSession(t, dialect);
  addFault({ match: { coordinate: 'Meeting.id' }, effect: { nullField: true }, times: 1 });
  const query =
    '{ component(id: 2) { ... on Meetings { first: meeting(id: 1) { id } second: meeting(id: 2) { id } } } }';
  const { body } = await send({ query });
  assert.deepEqual(body.data, { component: { first: null, second: { id: '2' } } });
  assert.equal(body.errors.length, 1);
  assert.match(body.errors[0].message, /^Cannot return null for non-nullable field Meeting\.id\.?$/);
});

inBoth('status replaces the response with its headers and body, and no field is executed', async (t, dialect) => {
  const { addFault, send, meetings } = await openSession(t, dialect);
  const before = meetings();
  const headers = { 'X-Outage': 'planned' };
  addFault({ match, effect: { status: 503, headers, body: { error: 'down' } }, times: 1 });
  const json = await send(createMeeting);
  assert.deepEqual([json.status, json.headers['x-outage'], json.body], [503, 'planned', { error: 'down' }]);
  addFault({ effect: { status: 418, headers: { 'Content-Type': 'text/html' }, body: '<p>' }, times: 1 });
  const html = await send(createMeeting);
  assert.deepEqual([html.status, html.headers['content-type'], html.text], [418, 'text/html', '<p>']);
  addFault({ effect: { status: 404 }, times: 1 });
  const empty = await send(createMeeting);
  assert.deepEqual([empty.status, empty.text], [404, '']);
  assert.equal(meetings(), before);
  assert.equal((await send(createMeeting)).status, 200);
  assert.equal(meetings(), before + 1);
});

inBoth('a replaced response keeps the headers that a web page needs, and no others', async (t, dialect) => {
  const { addFault, send } = await openSession(t, dialect);
  const headers = { origin: 'http://localhost:3000' };
  const ordinary = await send({ headers });
  addFault({ effect: { status: 500 } });
  const { status, headers: own } = await send({ headers });
  assert.equal(status, 500);
  assert.ok(ordinary.headers['access-control-allow-origin']);
  assert.equal(own['access-control-allow-origin'], ordinary.headers['access-control-allow-origin']);
  assert.equal(own['set-cookie'], undefined);
});

inBoth('a fault applies before the permission of its field is asked', async (t, dialect) => {
  const { addFault, send } = await openSession(t, dialect);
  const query = createMeeting.query.replace('id: 2', 'id: 3');
  assert.equal(
    (await send({ ...createMeeting, query })).body.errors[0].extensions.code,
    'MUTATION_NOT_AUTHORIZED_ERROR',
  );
  addFault({ match, effect: { graphqlError: { message: 'Too busy' } } });
  assert.equal((await send({ ...createMeeting, query })).body.errors[0].message, 'Too busy');
});

inBoth('after an effect on the response, no further field of the document is executed', async (t, dialect) => {
  const { addFault, send, meetings, world } = await openSession(t, dialect);
  const before = meetings();
  const query = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
    a: createMeeting(input: $input) { id } b: createMeeting(input: $input) { id } c: createMeeting(input: $input) { id } } } }`;
  addFault({ match, effect: { status: 503 }, after: 1, times: 1 });
  assert.equal((await send({ ...createMeeting, query })).status, 503);
  assert.equal(meetings(), before + 1);
  world.faults.clear();
  addFault({ match: { coordinate: 'Meeting.id' }, effect: { status: 504 } });
  assert.equal((await send({ ...createMeeting, query })).status, 504);
  assert.equal(meetings(), before + 2);
});

inBoth('fields wait for a delayed one, so that writes keep their order', async (t, dialect) => {
  const { addFault, send } = await openSession(t, dialect);
  const query = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
    a: createMeeting(input: $input) { id } b: createMeeting(input: $input) { id } c: createMeeting(input: $input) { id } } } }`;
  addFault({ match, effect: { delay: { ms: 20 } }, times: 1 });
  addFault({ match, effect: { delay: { ms: 20 } }, times: 1, phase: 'after' });
  const { a, b, c } = (await send({ ...createMeeting, query })).body.data.component;
  assert.deepEqual(
    [a.id, b.id, c.id].map(Number),
    [0, 1, 2].map((more) => Number(a.id) + more),
  );
});

inBoth('delay delays the response, whose body is unchanged', async (t, dialect) => {
  const { addFault, send } = await openSession(t, dialect);
  const { text } = await send();
  for (const coordinate of [undefined, 'Query.organization']) {
    addFault({ match: { coordinate }, effect: { delay: { ms: 60 } }, times: 1 });
    const start = performance.now();
    assert.equal((await send()).text, text);
    // Timers may fire a millisecond early.
    assert.ok(performance.now() - start >= 58);
  }
});
