import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { createStandIn } from '../stand-in.ts';
import { ControlClient } from './control-client.ts';
import { createRemoteControls } from './remote-controls.ts';
import { RemoteSnapshots } from './remote-snapshots.ts';
import { Transport } from './transport.ts';

test('members that block the thread say that a stand-in of the same thread cannot answer; the others work', async (t) => {
  const { url, close } = await createStandIn();
  t.after(close);
  const transport = new Transport(request, false, 50);
  t.after(() => transport.close());
  const client = new ControlClient({ transport, url, controlToken: undefined });
  const { clock, faults, requests, token } = createRemoteControls(client, {
    transport,
    url,
    snapshots: new RemoteSnapshots(),
  });
  const calls: [path: string, call: () => unknown][] = [
    ['clock', () => clock.now()],
    ['clock', () => (clock.setting = { mode: 'wall' })],
    ['faults', () => faults.list()],
    ['requests/count', () => requests.count()],
  ];
  for (const [path, call] of calls)
    assert.throws(call, {
      message:
        `${new URL(`/__admin/${path}`, url).href} did not answer within 0.05 seconds. ` +
        'A stand-in of the same thread cannot answer meanwhile: use what createStandIn returned.',
    });
  assert.match(await token(), /^ey/);
});
