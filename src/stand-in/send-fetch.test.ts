import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStandIn } from '../index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a request that waits is aborted, also after the garbage of its start is collected', async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  await standIn.faults.add({ effect: { hang: true } });
  const controller = new AbortController();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
  const { signal } = controller;
  const pending = [
    standIn.fetch('/api', { ...init, signal }),
    standIn.fetch(new Request(standIn.url, { ...init, signal })),
  ];
  await standIn.requests.wait({}, 2, 10_000);
  collectGarbage();
  // What a collection finalizes is let go in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  controller.abort();
  for (const each of pending) await assert.rejects(each, { name: 'AbortError' });
});
