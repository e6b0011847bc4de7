import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { createMeeting, dialectNames, openSession, stopServers } from '../../../test/support/control-server.ts';

after(stopServers);

for (const dialect of dialectNames) {
  test(`${dialect}: a response names the fault that was applied, to web pages too`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    const headers = { origin: 'http://localhost:3000' };
    const named = async (actor?: 'anonymous') => {
      const response = await send({ ...createMeeting, headers, ...(actor && { actor }) });
      return [response.status, response.headers['x-plenum-fault']];
    };
    assert.deepEqual(await named(), [200, undefined]);
    const effects = [{ status: 503 }, { delay: { ms: 1 } }, { graphqlError: { message: 'Busy' } }];
    for (const effect of effects) {
      const { id } = addFault({ match: { user: 2 }, effect });
      assert.deepEqual(await named(), [(effect as { status?: number }).status ?? 200, id]);
      assert.equal((await named('anonymous'))[1], undefined);
      world.faults.clear();
    }
    const { id } = addFault({ match: { coordinate: 'Meeting.id' }, effect: { status: 500 } });
    const { headers: sent } = await send({ ...createMeeting, headers });
    assert.equal(sent['x-plenum-fault'], id);
    assert.match(sent['access-control-expose-headers']!, /\bX-Plenum-Fault\b/);
  });

  test(`${dialect}: a 429 or 500 without a body has that of the platform`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    const result = async (effect: object) => {
      addFault({ effect, times: 1 });
      const { status, text, headers } = await send();
      return [status, headers['content-type'], text, headers['retry-after']];
    };
    // The body and type are those of the platform's middleware (rack-attack) and of its recorded responses.
    assert.deepEqual(await result({ status: 429 }), [429, 'text/plain', 'Retry later\n', undefined]);
    assert.deepEqual(await result({ status: 429, retryAfter: 30 }), [429, 'text/plain', 'Retry later\n', '30']);
    assert.deepEqual(await result({ status: 429, body: '' }), [429, 'text/plain; charset=utf-8', '', undefined]);
    const [status, type, text] = await result({ status: 500 });
    assert.deepEqual([status, type], [500, 'application/json; charset=utf-8']);
    const { message } = JSON.parse(text as string).errors[0];
    assert.equal(message, dialect === 'specification' ? 'Internal error' : 'Internal Server error');
    assert.deepEqual(await result({ status: 502 }), [502, 'text/plain; charset=utf-8', '', undefined]);
  });

  test(`${dialect}: one fault has a delay and a status`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    for (const match of [{}, { coordinate: 'Query.organization' }]) {
      addFault({ match, effect: { delay: { ms: 60 }, status: 503 }, times: 1 });
      const start = performance.now();
      assert.equal((await send()).status, 503);
      // Timers may fire a millisecond early.
      assert.ok(performance.now() - start >= 58);
      assert.equal(world.faults.list()[0]!.applied, 1);
      world.faults.clear();
    }
  });

  for (const [preset, expected] of [
    ['platform-429', [429, /^Retry later\n$/]],
    ['platform-500', [500, /^\{"errors":/]],
    ['maintenance', [503, /^<!doctype html>/]],
  ] as const)
    test(`${dialect}: the preset ${preset}`, async (t) => {
      const { addFault, send } = await openSession(t, dialect);
      const fault = addFault({ preset, times: 1 });
      assert.equal('preset' in fault, false);
      const { status, text } = await send();
      assert.equal(status, expected[0]);
      assert.match(text, expected[1]);
      assert.equal((await send()).status, 200);
    });

  test(`${dialect}: the presets offline and slow-3g`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    addFault({ preset: 'offline', times: 1 });
    await assert.rejects(send());
    const { effect } = addFault({ preset: 'slow-3g' });
    assert.deepEqual(effect, { delay: { ms: 2000 } });
    world.faults.clear();
  });
}
