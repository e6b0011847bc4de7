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

const coordinate = 'MeetingsMutation.createMeeting';

/** How a client experiences an effect: the status, or the end of the connection. */
const effects: [string, object, number | 'ECONNRESET'][] = [
  ['graphqlError', { graphqlError: { message: 'Lost', code: 'LOST' } }, 200],
  ['nullField', { nullField: true }, 200],
  ['status', { status: 503 }, 503],
  ['delay', { delay: { ms: 1 } }, 200],
  ['reset', { reset: true }, 'ECONNRESET'],
];

for (const dialect of dialectNames) {
  for (const [name, effect, expected] of effects) {
    for (const match of [{ coordinate }, {}]) {
      if (name === 'nullField' && !('coordinate' in match)) continue;
      const place = 'coordinate' in match ? 'a field' : 'a request';
      test(`${dialect}: after ${place} was executed, ${name} applies and the write is stored`, async (t) => {
        const { addFault, send, meetings } = await openSession(t, dialect);
        const before = meetings();
        addFault({ match, effect, phase: 'after' });
        if (expected === 'ECONNRESET') await assert.rejects(send(createMeeting), { code: expected });
        else {
          const { status, body } = await send(createMeeting);
          assert.equal(status, expected);
          if (name === 'graphqlError') assert.equal(body.errors[0].extensions.code, 'LOST');
          if (name === 'nullField') assert.deepEqual(body, { data: noMeeting });
          if (name === 'delay') assert.equal(body.data.component.createMeeting.title.translation, 'My new meeting');
        }
        assert.equal(meetings(), before + 1);
      });
    }
  }

  test(`${dialect}: no fault lets a mutation be executed twice`, async (t) => {
    const { addFault, send, meetings, world } = await openSession(t, dialect);
    for (const match of [{ coordinate }, { coordinate: 'Meeting.id' }, { operationName: 'CreateMeeting' }])
      for (const phase of ['before', 'after'])
        for (const [name, effect] of effects) {
          if (name === 'nullField' && !('coordinate' in match)) continue;
          const before = meetings();
          addFault({ match, effect, phase });
          await send(createMeeting).catch(() => {});
          // A delay lets the request go on. Other effects end it, so that nothing is written before the mutation.
          const isWritten = name === 'delay' || phase === 'after' || match.coordinate === 'Meeting.id';
          const place = JSON.stringify([match, phase, effect]);
          assert.equal(meetings(), before + (isWritten ? 1 : 0), place);
          assert.equal(world.faults.list()[0]!.applied, 1, place);
          world.faults.clear();
        }
  });

  test(`${dialect}: a field that fails has no fault after it`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    addFault({ match: { coordinate }, effect: { status: 503 }, phase: 'after', times: 1 });
    const input = { attributes: { ...createMeeting.variables.input.attributes, title: ' ' }, locale: 'en' };
    assert.equal((await send({ ...createMeeting, variables: { input } })).status, 200);
    assert.equal((await send(createMeeting)).status, 503);
  });
}
