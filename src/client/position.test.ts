import assert from 'node:assert/strict';
import { type IncomingHttpHeaders } from 'node:http';
import test, { type TestContext } from 'node:test';
import { startUpstream } from '../../test/support/upstream-server.ts';
import { graphqlRequest } from './http-message.ts';
import { suiteDialectByName } from '../dialects/dialects.ts';
import { createDeploymentTarget } from './deployment.ts';

/** Sends five requests to a server that tells the given positions, one after the other; returns those that it received. */
async function sendFive(t: TestContext, told: (string | undefined)[], position?: boolean) {
  const received: IncomingHttpHeaders[] = [];
  const url = await startUpstream(t, ({ headers }, response) => {
    received.push(headers);
    const next = told[received.length - 1];
    response.writeHead(200, { 'Content-Type': 'application/json', ...(next && { 'X-Plenum-Position': next }) });
    response.end('{}');
  });
  const file = { url, ...(position !== undefined && { position }) };
  const target = createDeploymentTarget(file, suiteDialectByName('specification'), {
    environment: { PLENUM_ADMIN_TOKEN: 'a' },
    timeoutMs: 20_000,
    requestIntervalMs: 0,
  });
  for (let times = 0; times < 5; times++) await target.send(graphqlRequest('{ a }', {}, {}));
  return received.map((headers) => headers['x-plenum-position']);
}

const told = ['7', undefined, '9', '8', undefined];

test('with position, each request names the last write that a response told', async (t) => {
  assert.deepEqual(await sendFive(t, told, true), [undefined, '7', '7', '9', '9']);
});

test('without position, requests name no write', async (t) => {
  for (const position of [false, undefined])
    assert.deepEqual(
      await sendFive(t, told, position),
      told.map(() => undefined),
    );
});

test('a position that is no number is not carried', async (t) => {
  assert.deepEqual(await sendFive(t, ['north', '-1', '', '3'], true), [
    undefined,
    undefined,
    undefined,
    undefined,
    '3',
  ]);
});
