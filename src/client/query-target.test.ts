import assert from 'node:assert/strict';
import test from 'node:test';
import { isCommandError } from '../../test/support/folders.ts';
import { startInProcessTarget } from '../targets/in-process.ts';
import { ask } from './query-target.ts';

test('a name of a server that turns a query into a mutation is not sent', async (t) => {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  let sent = 0;
  const counting = { ...target, send: (request: Parameters<typeof target.send>[0]) => (sent++, target.send(request)) };
  const name = 'Meetings { id } } } mutation B { component(id: 1) { ... on MeetingsMutation';
  const selection = `{ component(id: "1") { ... on ${name} { id } } }`;
  await assert.rejects(ask(counting, 'admin', selection), isCommandError(4, /names with which a query would write/));
  assert.equal(sent, 0);
  await ask(counting, 'admin', '{ component(id: "1") { id } }');
  assert.equal(sent, 1);
});

test('a release is asked only for the fields that it has', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.29' });
  t.after(() => target.close());
  const bodies: string[] = [];
  const recording = {
    ...target,
    send: (request: Parameters<typeof target.send>[0]) => (bodies.push(String(request.body)), target.send(request)),
  };
  const data = await ask(recording, 'anonymous', '{ component(id: "1") { id createdAt ... on Nothing { id } } }');
  assert.deepEqual(data, { component: { id: '1' } });
  assert.doesNotMatch(bodies[0]!, /createdAt|Nothing/);
  assert.equal(await ask(recording, 'anonymous', '{ organization { taxonomies { id } } }'), undefined);
  assert.equal(bodies.length, 1);
});
