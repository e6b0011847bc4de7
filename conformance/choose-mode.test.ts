import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import test from 'node:test';
import { createStandIn } from '../src/index.ts';
import { startUpstream } from '../test/support/upstream-server.ts';
import type { Target } from '../src/client/target.ts';
import { openDoor } from '../src/client/door.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { suiteDialectByName } from '../src/dialects/dialects.ts';
import { chooseMode } from './index.ts';

async function modeOf(target: Target) {
  const notices: string[] = [];
  const mode = await chooseMode(target, (text) => notices.push(text));
  assert.equal(notices.length, mode === 'write' ? 0 : 1);
  return mode;
}

const deployment = (url: string): Target =>
  openDoor({ url }, suiteDialectByName('specification'), {
    environment: { PLENUM_ADMIN_TOKEN: 'admin-token' },
    timeoutMs: 20_000,
    requestIntervalMs: 0,
  });

test('chooses write for a stand-in in this process', async (t) => {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  assert.equal(await modeOf(target), 'write');
});

test('chooses write for a stand-in on this machine', async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  assert.equal(await modeOf(deployment(standIn.url)), 'write');
});

for (const [name, status, body] of [
  ['a page', 200, '<!doctype html><title>plenum</title>'],
  ['another name', 200, '{"name":"decidim"}'],
  ['a list', 200, '["plenum"]'],
  ['an error', 404, '{"error":"not found"}'],
] as const)
  test(`chooses validate for a server of this machine that responds to GET / with ${name}`, async (t) => {
    const url = await startUpstream(t, (_, response) => response.writeHead(status).end(body));
    assert.equal(await modeOf(deployment(`${url}/api`)), 'validate');
  });

test('chooses validate if the server does not respond', async () => {
  assert.equal(await modeOf(deployment('http://127.0.0.1:1/api')), 'validate');
});

test('sends no token and follows no redirect', async (t) => {
  const received: [string, IncomingHttpHeaders][] = [];
  const elsewhere = await startUpstream(t, ({ headers }, response) => {
    received.push(['elsewhere', headers]);
    response.end('{"name":"plenum"}');
  });
  const url = await startUpstream(t, ({ headers, method, url: path }, response) => {
    received.push([`${method} ${path}`, headers]);
    response.writeHead(302, { Location: elsewhere }).end();
  });
  assert.equal(await modeOf(deployment(`${url}/town/api`)), 'validate');
  assert.deepEqual(
    received.map(([request, { authorization }]) => [request, authorization]),
    [['GET /', undefined]],
  );
});

test('does not ask a server whose address is not that of this machine', async (t) => {
  let requests = 0;
  const url = await startUpstream(t, (_, response) => {
    requests += 1;
    response.end('{"name":"plenum"}');
  });
  assert.equal(await modeOf(deployment(url.replace('127.0.0.1', '0.0.0.0'))), 'validate');
  assert.equal(requests, 0);
});
