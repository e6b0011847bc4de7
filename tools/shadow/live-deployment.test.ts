import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { demoCredentials, startBesideLive, startLive } from '../../test/support/shadow.ts';

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const send = (response: ServerResponse, body: string, status = 200, headers = {}) =>
  void response.writeHead(status, { ...json, ...headers }).end(body);

describe('a live deployment that fails', () => {
  const failures: [title: string, listener: RequestListener, reason: RegExp][] = [
    ['sends no JSON', (_, response) => send(response, '<html>'), /status 200, no JSON/],
    ['sends no text', (_, response) => void response.end(Buffer.from([0xff, 0xfe])), /not valid UTF-8/],
    ['sends no HTTP', ({ socket }) => void socket.end('garbage\r\n\r\n'), /./],
    ['is slow', () => {}, /no complete response within 100 ms/],
    [
      'redirects',
      (_, response) => send(response, '{}', 302, { Location: 'http://127.0.0.1:1/' }),
      /a redirect to http:\/\/127\.0\.0\.1:1\/ that is not followed/,
    ],
    ['has no time', (_, response) => send(response, '{"data":{}}', 429), /status 429/],
    ['is down', (_, response) => send(response, '{"data":{}}', 503), /status 503/],
    ['closes the connection', ({ socket }) => void socket.destroy(), /./],
  ];
  for (const [title, listener, reason] of failures)
    test(`${title}: the failure is counted, and the stand-in responds as usual`, async (t) => {
      const { query, settledReport, bugs } = await startBesideLive(t, await startLive(t, listener), {
        timeoutMs: title === 'is slow' ? 100 : 10_000,
      });
      assert.deepEqual(await query('{ __typename }'), { data: { __typename: 'Query' } });
      const { counts, lastFailure, groups } = await settledReport();
      assert.deepEqual([counts.failed, counts.compared, groups], [1, 0, []]);
      assert.match(lastFailure!.reason, reason);
      assert.deepEqual(bugs, []);
    });

  test('is tried again, and sign-in too', async (t) => {
    let isDown = true;
    const paths: string[] = [];
    const url = await startLive(t, (message, response) => {
      paths.push(message.url!);
      if (isDown) send(response, '{}', 503);
      else send(response, JSON.stringify({ jwt_token: 'a-new-token', data: { __typename: 'Query' } }));
      isDown = false;
    });
    const environment = { PLENUM_SHADOW_ADMIN_KEY: 'live-key', PLENUM_SHADOW_ADMIN_SECRET: 'live-secret' };
    const { query, settledReport } = await startBesideLive(t, url, { environment });
    const admin = { authorization: 'Bearer admin-token' };
    await query('{ __typename }', admin);
    await query('{ __typename }', admin);
    const { counts, lastFailure } = await settledReport();
    assert.deepEqual([counts.failed, counts.compared], [1, 1]);
    assert.match(lastFailure!.reason, /sign_in refuses the actor admin: status 503/);
    assert.deepEqual(paths, ['/api/sign_in', '/api/sign_in', '/api']);
  });
});

test('a response of the stand-in does not wait for the live deployment', async (t) => {
  const pending: ServerResponse[] = [];
  const url = await startLive(t, (_, response) => void pending.push(response));
  const { query, readReport, settledReport } = await startBesideLive(t, url);
  for (let count = 0; count < 3; count += 1) await query('{ __typename }');
  const { counts } = await readReport();
  assert.deepEqual([counts.observed, counts.compared, counts.waiting], [3, 0, 2]);
  const timer = setInterval(
    () => pending.splice(0).forEach((response) => send(response, '{"data":{"__typename":"Query"}}')),
    5,
  );
  t.after(() => clearInterval(timer));
  assert.equal((await settledReport()).counts.equal, 3);
});

test('at most 100 requests wait; the others are dropped and counted', async (t) => {
  let response: ServerResponse | undefined;
  const url = await startLive(t, (_, each) => void (response = each));
  const { query, readReport, shadow } = await startBesideLive(t, url);
  for (let count = 0; count < 105; count += 1) await query('{ __typename }');
  const { counts } = await readReport();
  assert.deepEqual([counts.observed, counts.waiting, counts.dropped], [105, 100, 4]);
  shadow.clear();
  assert.equal((await readReport()).counts.waiting, 0);
  response?.destroy();
});

test('requests are sent at the rate, sign-in included', async (t) => {
  const times: number[] = [];
  const url = await startLive(t, (_, response) => {
    times.push(performance.now());
    send(response, '{"data":{"__typename":"Query"},"jwt_token":"a-new-token"}');
  });
  const { query, settledReport } = await startBesideLive(t, url, {
    rate: 10,
    environment: { PLENUM_SHADOW_ADMIN_KEY: 'live-key', PLENUM_SHADOW_ADMIN_SECRET: 'live-secret' },
  });
  for (let count = 0; count < 4; count += 1) await query('{ __typename }', { authorization: 'Bearer admin-token' });
  await settledReport();
  assert.equal(times.length, 5);
  // Four intervals of 100 ms; on a busy machine, the first request can arrive late.
  assert.ok(times.at(-1)! - times[0]! >= 200, String(times));
});

test('the report has no secrets', async (t) => {
  const live = ['live-admin-token', 'live-member-key', 'live-member-secret', 'live-token-from-sign-in'];
  const standIn = ['admin-token', 'member-token', 'member-key', 'member-secret-0123456789'];
  const echo = [...live, ...standIn].map((secret) => `the secret ${secret} in a text`);
  const url = await startLive(t, (message, response) => {
    if (message.url === '/api/sign_in') return send(response, `{"jwt_token":"${live[3]}"}`);
    const [code] = [live[0]];
    const errors = echo.map((text) => ({ message: text, extensions: { code, [text]: text, password: 'hunter2' } }));
    return send(response, JSON.stringify({ errors, data: { [echo[1]!]: echo, token: 'anything' } }));
  });
  const {
    send: sendToStandIn,
    readReport,
    settledReport,
    world,
  } = await startBesideLive(t, url, {
    environment: {
      PLENUM_SHADOW_ADMIN_TOKEN: live[0],
      PLENUM_SHADOW_MEMBER_KEY: live[1],
      PLENUM_SHADOW_MEMBER_SECRET: live[2],
    },
  });
  const { token } = await world.tokens.issue({ user: 2 });
  const variables = { password: 'hunter2', texts: echo.slice(0, live.length) };
  for (const text of [...echo, token])
    for (const each of standIn.slice(0, 2))
      await sendToStandIn(
        'POST',
        '/api',
        { query: `query { __typename } # ${text}`, variables },
        { authorization: `Bearer ${each}` },
      );
  const report = await settledReport();
  assert.ok(report.groups.length > 0);
  const text = JSON.stringify(await readReport());
  for (const secret of [...live, ...standIn, token, 'hunter2']) assert.ok(!text.includes(secret), secret);
});

test('a failure shows no secret', async (t) => {
  const url = await startLive(t, (_, response) =>
    send(response, '{}', 302, { Location: `/?token=${demoCredentials.PLENUM_SHADOW_ADMIN_TOKEN}` }),
  );
  const { query, settledReport } = await startBesideLive(t, url);
  await query('{ __typename }');
  assert.doesNotMatch(JSON.stringify(await settledReport()), /admin-token/);
});
