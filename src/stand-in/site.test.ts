import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ControlServer, startControlServer } from '../../test/support/control-server.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { sendRawRequest } from '../../test/support/raw-http.ts';
import type { TestSettings } from '../../test/support/test-server.ts';
import { createServer } from './create-server.ts';
import type { PlugIn } from './plug-in.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const index = '<!doctype html><title>The site</title>';

/** A folder with a built site; files outside of it are linked from it. */
function createSiteFolder(t: TestContext): string {
  const parent = createTemporaryFolder(t);
  const folder = join(parent, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'help'));
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), index);
  writeFileSync(join(folder, 'help/index.html'), '<p>Help');
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'console.log(1);');
  writeFileSync(join(folder, '.env'), 'secret');
  writeFileSync(join(folder, 'api'), 'not the API');
  symlinkSync(join(parent, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(parent, join(folder, 'up'));
  mkdirSync(join(parent, 'dist-old'));
  writeFileSync(join(parent, 'dist-old', 'index.html'), 'secret');
  symlinkSync(join(parent, 'dist-old'), join(folder, 'old'));
  symlinkSync(join(folder, 'assets/app-1a2b.js'), join(folder, 'latest.js'));
  return folder;
}

test('files of the server in the folder of the site are not sent, and the start says so', async (t) => {
  const site = createSiteFolder(t);
  const data = join(site, 'data');
  mkdirSync(data);
  symlinkSync(data, join(site, 'link'));
  const server = await createServer({ site, data, record: join(site, 'recording.json'), port: 0 });
  t.after(() => server.close());
  const { origin } = new URL(server.url);
  for (const path of ['/data/db.json', '/data/journal.jsonl', '/link/db.json', '/recording.json']) {
    const response = await fetch(`${origin}${path}`);
    assert.equal(response.status, 403, path);
  }
  assert.equal(server.warnings.filter((warning) => warning.startsWith('data ')).length, 1);
});

const startSite = (t: TestContext, settings: TestSettings = {}): Promise<ControlServer> =>
  startControlServer(t, { site: createSiteFolder(t), ...settings });

const get = async ({ url }: ControlServer, path: string, headers: Record<string, string> = html, method = 'GET') =>
  sendRawRequest(url, { method, path, headers });

test('the site has the paths that the stand-in does not answer', async (t) => {
  const server = await startSite(t);
  const rows: [path: string, headers: Record<string, string>, status: number, type: string, text: string | RegExp][] = [
    ['/', html, 200, 'text/html; charset=utf-8', index],
    ['/', {}, 200, 'application/json; charset=utf-8', /"plenum"/],
    ['/assets/app-1a2b.js', {}, 200, 'application/javascript; charset=utf-8', 'console.log(1);'],
    ['/latest.js', {}, 200, 'application/javascript; charset=utf-8', 'console.log(1);'],
    ['/help/', html, 200, 'text/html; charset=utf-8', '<p>Help'],
    ['/proposals/3?tab=comments', html, 200, 'text/html; charset=utf-8', index],
    ['/proposals/3', { accept: '*/*' }, 200, 'text/html; charset=utf-8', index],
    ['/people/john.doe', html, 200, 'text/html; charset=utf-8', index],
    ['/assets/missing.js', { accept: '*/*' }, 404, 'application/json; charset=utf-8', /errors/],
    ['/data', { accept: 'application/json' }, 404, 'application/json; charset=utf-8', /errors/],
    ['/apiary', html, 200, 'text/html; charset=utf-8', index],
    ['/consoles', html, 200, 'text/html; charset=utf-8', index],
    ['/en/users/3', html, 200, 'text/html; charset=utf-8', index],
    ['/oauth/missing', html, 404, 'application/json; charset=utf-8', /errors/],
    ['/en/users/sign_in', html, 404, 'application/json; charset=utf-8', /errors/],
    ['/rails/missing', html, 404, 'application/json; charset=utf-8', /errors/],
    ['/api?query={__typename}', html, 200, 'application/json; charset=utf-8', '{"data":{"__typename":"Query"}}'],
    ['/__pages/', html, 200, 'text/html; charset=utf-8', /<title>Plenum</],
    ['/console', html, 200, 'text/html; charset=utf-8', /<title>Console/],
    ['/__admin/health', html, 200, 'application/json; charset=utf-8', /"uptime"/],
  ];
  for (const [path, headers, status, type, text] of rows) {
    const response = await get(server, path, headers);
    const name = `${path} ${JSON.stringify(headers)}`;
    assert.deepEqual([response.status, response.headers['content-type']?.toLowerCase()], [status, type], name);
    if (typeof text === 'string') assert.equal(response.text, text, name);
    else assert.match(response.text, text, name);
  }
  const { status, headers } = await get(server, '/help?lang=en');
  assert.deepEqual([status, headers.location], [301, '/help/?lang=en']);
  assert.equal((await server.send('POST', '/proposals')).status, 404);
  assert.deepEqual(
    server.world.requests.find({}).map(({ path }) => path),
    ['/assets/missing.js', '/data', '/oauth/missing', '/en/users/sign_in', '/rails/missing', '/api', '/proposals'],
    'files of the site are not recorded',
  );
});

test('a browser that has a file gets 304, a range gets its part, and HEAD no body', async (t) => {
  const server = await startSite(t);
  const path = '/assets/app-1a2b.js';
  const { headers } = await get(server, path);
  assert.deepEqual([headers['cache-control'], headers['content-length']], ['public, max-age=0', '15']);
  assert.equal((await get(server, path, { 'if-none-match': headers.etag! })).status, 304);
  assert.equal((await get(server, path, { 'if-modified-since': headers['last-modified']! })).status, 304);
  const part = await get(server, path, { range: 'bytes=0-6' });
  assert.deepEqual([part.status, part.text, part.headers['content-range']], [206, 'console', 'bytes 0-6/15']);
  assert.equal((await get(server, path, { range: 'bytes=99-' })).status, 416);
  const head = await get(server, '/proposals', html, 'HEAD');
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', String(index.length)]);
});

test('nothing outside of the folder is sent, and no hidden file', async (t) => {
  const server = await startSite(t);
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/up/secret.txt',
    '/link.txt',
    '/old/index.html',
    '/up/dist/../secret.txt',
    '/.env',
    '/%00',
    '/%zz',
    String.raw`/..\secret.txt`,
  ]) {
    const { status, text } = await get(server, path, { accept: '*/*' });
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
    assert.ok(!text.includes('secret'), path);
  }
  assert.deepEqual(server.bugs, []);
});

test('limits and faults are those of the API', async (t) => {
  const server = await startSite(t, { limits: 'on' });
  server.world.faults.add({ match: {}, effect: { status: 503 } });
  for (let count = 0; count < 101; count += 1) assert.equal((await get(server, '/a')).status, 200);
  assert.equal((await get(server, '/api?query={__typename}')).status, 503);
});

const hook: PlugIn = async (ctx, next) => {
  if (ctx.path !== '/hook') return next();
  ctx.body = 'of the plug-in';
};

test('a plug-in answers before the site', async (t) => {
  const server = await startSite(t, { plugIns: [hook] });
  assert.equal((await get(server, '/hook')).text, 'of the plug-in');
  assert.equal((await get(server, '/hooks')).text, index);
});

test('a folder without index.html is refused', async (t) => {
  const empty = createTemporaryFolder(t);
  for (const site of [empty, join(empty, 'missing')])
    await assert.rejects(
      startControlServer(t, { site }),
      isCommandError(2, `--site ${site}: must be a folder with an index.html`),
    );
});
