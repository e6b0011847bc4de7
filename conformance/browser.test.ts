import assert from 'node:assert/strict';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { suiteDialectByName } from '../src/dialects/dialects.ts';
import { openDoor, permit } from '../src/client/door.ts';
import { openInBrowser } from './browser.ts';

/** A page by its path, or the address that a path leads to. */
type Site = Record<string, string | { to: string }>;

/** Opens `/start` of a site whose pages set a cookie; returns the last response and what the site received. */
async function open(t: TestContext, site: Site) {
  const received: string[] = [];
  const listener: RequestListener = (request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      received.push([request.method, request.url, request.headers.cookie, body].filter(Boolean).join(' '));
      const page = site[`${request.method} ${request.url}`] ?? 'not here';
      response.setHeader('Set-Cookie', `seen=${received.length}; HttpOnly`);
      if (typeof page === 'string') response.end(page);
      else response.writeHead(302, { Location: page.to }).end();
    })();
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/town/api`;
  const options = { environment: {}, timeoutMs: 5000, requestIntervalMs: 0, mayBeAnonymous: true };
  const target = permit(openDoor({ url }, suiteDialectByName('decidim-0.32'), options), {
    mode: 'observe',
    hasOAuth: true,
  });
  const request = { method: 'GET', path: '/../oauth/authorize', headers: {} };
  const person = { email: 'a@example.org', password: 'p&q' };
  return {
    received,
    response: await openInBrowser(target, request, { person, redirectUri: 'https://app.example/back' }),
  };
}

const signIn = `<form action='/search'><input name='q'></form>
<form method="post" action="/town/users/sign_in?a=1&amp;b=2"><input value="&quot;t&#39;" type="hidden" name="authenticity_token">
<input name="user[email]"><input name="user[password]" type="password"><input type="checkbox" name="remember" value="1"></form>`;
const signInSent = 'authenticity_token=%22t%27&user%5Bemail%5D=a%40example.org&user%5Bpassword%5D=p%26q';
const consent = `<form action="/no"><input name="_method" value="delete"><input name="client_id" value="c"></form>
<form action="/town/oauth/authorize"><input name="client_id" value="c"></form>`;

test('signs in, allows and stops at the address of the application, whose parameters it returns', async (t) => {
  const { received, response } = await open(t, {
    'GET /town/oauth/authorize': { to: '/town/users/sign_in' },
    'GET /town/users/sign_in': signIn,
    'POST /town/users/sign_in?a=1&b=2': { to: '/town/oauth/authorize?consent' },
    'GET /town/oauth/authorize?consent': consent,
    'POST /town/oauth/authorize': { to: 'https://app.example/back?code=abc&state=s' },
  });
  assert.deepEqual(received, [
    'GET /town/oauth/authorize',
    'GET /town/users/sign_in seen=1',
    `POST /town/users/sign_in?a=1&b=2 seen=2 ${signInSent}`,
    'GET /town/oauth/authorize?consent seen=3',
    'POST /town/oauth/authorize seen=4 client_id=c',
  ]);
  assert.deepEqual([response.status, response.json], [302, { code: 'abc', state: 's' }]);
});

test('signs in once, and returns the page that asks again', async (t) => {
  const { received, response } = await open(t, {
    'GET /town/oauth/authorize': signIn,
    'POST /town/users/sign_in?a=1&b=2': signIn,
  });
  assert.equal(received.length, 2);
  assert.match(response.text, /user\[password\]/);
});

test('follows no redirect to another server, and none without end', async (t) => {
  const { response } = await open(t, { 'GET /town/oauth/authorize': { to: 'http://127.0.0.1:9/elsewhere' } });
  assert.equal(response.location, 'http://127.0.0.1:9/elsewhere');
  const endless = await open(t, { 'GET /town/oauth/authorize': { to: '/town/oauth/authorize' } });
  assert.equal(endless.received.length, 10);
});
