import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('GET / is a page for browsers only', async (t) => {
  const { send } = await startControlServer(t);
  const page = await send('GET', '/', undefined, browser);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(page.body, /<title>Plenum<\/title>/);
  for (const accept of ['*/*', 'application/json', '']) {
    const { headers, body } = await send('GET', '/', undefined, { accept });
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', accept);
    assert.equal(body.name, 'plenum');
  }
});

for (const path of ['/', '/explorer', '/console?session=a'])
  test(`the page ${path} loads scripts of the server only, in no frame`, async (t) => {
    const { send } = await startControlServer(t);
    const { status, headers, body } = await send('GET', path, undefined, browser);
    assert.equal(status, 200);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self';/);
    assert.match(policy, /; frame-ancestors 'none'; style-src 'self'/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    // No script or style stands in the document itself.
    assert.doesNotMatch(body, /<script(?![^>]* src="\/__pages\/)|<style|\son\w+=|style=/);
  });

test('the files of a page have their types; another name gets 404', async (t) => {
  const { send } = await startControlServer(t);
  const script = await send('GET', '/__pages/home/main.js');
  assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
  const chunk = /^import.*?from"\.\.(\/chunk-\w+\.js)"/.exec(script.body)?.[1];
  const shared = await send('GET', `/__pages${chunk}`);
  assert.equal(shared.headers.get('content-type'), 'text/javascript; charset=utf-8');
  const style = await send('GET', '/__pages/home/main.css');
  assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
  for (const path of [
    '/__pages/home/missing.js',
    '/__pages/home/../package.json',
    '/__pages/other/main.js',
    '/__pages',
  ])
    assert.equal((await send('GET', path)).status, 404, path);
  assert.equal((await send('POST', '/explorer', {})).status, 404);
});

test('pages need no control token, but what they show does', async (t) => {
  const { send } = await startControlServer(t, { controlToken: 'a-token' });
  assert.equal((await send('GET', '/console', undefined, browser)).status, 200);
  assert.equal((await send('GET', '/__admin/users')).status, 401);
  const { body } = await send('GET', '/__admin/users', undefined, { authorization: 'Bearer a-token' });
  assert.equal(body.users[0].token, 'admin-token');
});

test('a page of another origin changes and reads nothing', async (t) => {
  const { send } = await startControlServer(t);
  const foreign = { origin: 'https://evil.example' };
  assert.equal((await send('POST', '/__admin/reset', {}, foreign)).status, 403);
  assert.equal((await send('GET', '/__admin/users', undefined, foreign)).status, 403);
  // The origin of a page in a sandbox, or of a form of such a page.
  assert.equal((await send('POST', '/__admin/reset', {}, { origin: 'null' })).status, 403);
});
