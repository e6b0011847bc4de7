import assert from 'node:assert/strict';
import test from 'node:test';
import { plenumArgs, startProcess } from '../support/process.ts';

// A server that kept what it shows of each of the last 1,000 requests of each world took 1 GB.
test('hundreds of anonymous requests with many values, in several sessions, do not end a server with a small heap', async (t) => {
  const command = [...plenumArgs, 'serve', '--port', '0', '--memory'];
  const server = startProcess(t, process.execPath, ['--max-old-space-size=160', ...command]);
  const url = await server.waitForUrl();
  const values = Array.from({ length: 1000 }, () => 'x'.repeat(990));
  const send = async (number: number, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ __typename }', variables: { number, values } }),
    });
    assert.equal(response.status, 200);
    await response.text();
  };
  for (let number = 0; number < 180; number++) {
    await send(number);
    if (number % 10 === 0) await send(number, { 'x-plenum-session': `session-${number % 50}` });
  }
  const response = await fetch(new URL('/__admin/requests', url));
  const { requests } = (await response.json()) as { requests: { id: number; variables: { number: number } }[] };
  assert.ok(requests.length >= 10 && requests.length < 100, `${requests.length} exchanges`);
  assert.equal(requests.at(-1)!.variables.number, 179);
  assert.equal(requests.at(-1)!.id, 180);
});
