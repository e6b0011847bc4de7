import assert from 'node:assert/strict';
import test from 'node:test';
import { startInProcessTarget } from '../targets/in-process.ts';
import { permit } from './door.ts';
import { ask } from './query-target.ts';
import { NotSentError } from './target.ts';

test('a name of a server that turns a query into a mutation is not sent', async (t) => {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  let sent = 0;
  const counting = permit(
    { ...target, send: (request: Parameters<typeof target.send>[0]) => (sent++, target.send(request)) },
    { mode: 'observe' },
  );
  const name = 'Meetings { id } } } mutation B { component(id: 1) { ... on MeetingsMutation';
  const selection = `{ component(id: "1") { ... on ${name} { id } } }`;
  await assert.rejects(ask(counting, 'admin', selection), NotSentError);
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
