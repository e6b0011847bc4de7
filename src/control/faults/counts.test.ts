import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { dialectNames, openSession, stopServers } from '../../../test/support/control-server.ts';
import { ActiveFault } from './faults.ts';

after(stopServers);

const places = [{}, { match: { coordinate: 'Query.organization' } }];

for (const dialect of dialectNames) {
  test(`${dialect}: after lets matches pass, and times limits how often a fault applies`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    for (const place of places) {
      addFault({ ...place, effect: { status: 503 }, after: 1, times: 2 });
      const statuses: number[] = [];
      for (let count = 0; count < 5; count++) statuses.push((await send()).status);
      assert.deepEqual(statuses, [200, 503, 503, 200, 200]);
      assert.equal(world.faults.list()[0]!.applied, 2);
      world.faults.clear();
    }
  });

  test(`${dialect}: requests that do not match are not counted`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    addFault({ match: { user: 2 }, effect: { status: 503 }, after: 1, times: 1 });
    const statuses: number[] = [];
    for (const actor of ['other', 'member', 'other', 'member', 'member'] as const)
      statuses.push((await send({ actor })).status);
    assert.deepEqual(statuses, [200, 200, 200, 503, 200]);
  });

  test(`${dialect}: a fault that comes after another one is not counted`, async (t) => {
    const { addFault, send } = await openSession(t, dialect);
    addFault({ effect: { status: 503 }, times: 1 });
    addFault({ effect: { status: 504 }, times: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) statuses.push((await send()).status);
    assert.deepEqual(statuses, [503, 504, 200]);
  });

  test(`${dialect}: a probability and a seed give the same sequence again`, async (t) => {
    const { addFault, send, world } = await openSession(t, dialect);
    const sequence = async (rule: object): Promise<string> => {
      const { id } = addFault({ effect: { status: 503 }, ...rule });
      let statuses = '';
      for (let count = 0; count < 24; count++) statuses += (await send()).status === 503 ? 'x' : '.';
      world.faults.delete(id);
      return statuses;
    };
    const first = await sequence({ probability: 0.5, seed: 7 });
    assert.equal(await sequence({ probability: 0.5, seed: 7 }), first);
    assert.notEqual(await sequence({ probability: 0.5, seed: 8 }), first);
    assert.match(first, /^(?=.*x)(?=.*\.)/);
    assert.equal(await sequence({ probability: 0 }), '.'.repeat(24));
  });
}

test('a fault applies about as often as its probability says', () => {
  const rule = { match: {}, effect: { hang: true }, after: 0, probability: 0.3, seed: 1, phase: 'before' } as const;
  const fault = new ActiveFault('fault-1', rule);
  const request = { operationName: null, user: null };
  const applied = Array.from({ length: 10_000 }, () => fault.applies(request)).filter(Boolean).length;
  assert.ok(applied > 2800 && applied < 3200, String(applied));
});
