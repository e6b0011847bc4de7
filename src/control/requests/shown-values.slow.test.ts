import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dialects, startControlledServer } from '../../../test/support/controlled-server.ts';

const query = '{ __typename }';

test('long requests are not kept in memory', async (t) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapBytes = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  for (const tested of dialects) {
    const { url, requests, send } = await startControlledServer(t, tested);
    const sendAll = async () => {
      const long = 'x'.repeat(800_000);
      await send({ query, variables: { long } });
      await send({ query, operationName: long });
      await send({ query: `${query} #${long}` });
      const form = new URLSearchParams({ query, 'variables[short]': 'x'.repeat(100), 'variables[long]': long });
      await fetch(`${url}/api`, { method: 'POST', body: form });
    };
    await sendAll();
    const before = heapBytes();
    for (let round = 0; round < 10; round++) await sendAll();
    assert.equal(requests.count(), 44);
    const grown = heapBytes() - before;
    assert.ok(grown < 10_000_000, `${tested.name}: ${grown} bytes`);
  }
});
