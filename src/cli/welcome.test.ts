import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { copyDemoWorld, createTemporaryFolder, editWorld } from '../../test/support/folders.ts';
import { startServer } from '../../test/support/start-server.ts';
import { type DialectName, loadServerDialect } from '../dialects/dialects.ts';
import { projectFolder } from '../installation.ts';
import { shareExecutor } from '../server/executors.ts';
import { type ServerOptions, defaultOptions } from '../stand-in/options.ts';
import { dialectChoices, formatWelcome } from './welcome.ts';

/** Starts a server with options, and returns what `serve` prints. */
async function welcomeOf(t: TestContext, options: Partial<ServerOptions> = {}) {
  const { dialect = 'specification' } = options;
  const server = await startServer(options);
  t.after(() => server.close());
  const { schema } = shareExecutor(await loadServerDialect(dialect), 'mock');
  const text = formatWelcome(server, schema, { ...defaultOptions, ...options, memory: true });
  return { ...server, text, port: new URL(server.url).port };
}

test('the start says which dialect to choose when, as the README does', async (t) => {
  const { text } = await welcomeOf(t);
  const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
  assert.equal(dialectChoices.length, 3);
  for (const [dialect, purpose] of dialectChoices) {
    assert.match(text, new RegExp(`^ {2}--dialect ${dialect} +\\w`, 'm'));
    assert.ok(text.includes(purpose));
    assert.ok(readme.includes(`\`--dialect ${dialect}\``));
    assert.ok((await loadServerDialect(dialect)).behavior);
  }
  assert.ok(!(await welcomeOf(t, { dialect: 'decidim-0.32' })).text.includes('Which dialect'));
});

test('the request to paste has a result in every dialect', async (t) => {
  for (const dialect of [
    'specification',
    'decidim-0.29',
    'decidim-0.31',
    'decidim-0.32',
    'decidim-develop',
  ] satisfies DialectName[]) {
    const { text, fetch } = await welcomeOf(t, { dialect });
    const [, body] = /^curl .* -d '(.*)'$/m.exec(text)!;
    const [, authorization] = /-H 'Authorization: (.*?)'/.exec(text) ?? [];
    const headers = { 'Content-Type': 'application/json', ...(authorization && { authorization }) };
    const { data, errors } = (await (await fetch('/api', { method: 'POST', headers, body: body! })).json()) as {
      data?: object;
      errors?: object;
    };
    assert.deepEqual([typeof data, errors], ['object', undefined], dialect);
  }
});

test('there is no request to paste if its user has no token', async (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'users', (users) => users.forEach((user) => delete user['token']));
  assert.doesNotMatch((await welcomeOf(t, { world })).text, /curl/);
});

test('a server on all addresses prints those that can be opened', async (t) => {
  const { text, url, port, networkUrls } = await welcomeOf(t, { host: '0.0.0.0' });
  assert.equal(url, `http://127.0.0.1:${port}/api`);
  assert.ok(!text.includes('0.0.0.0'));
  for (const each of [url, ...networkUrls]) {
    assert.ok(text.includes(each));
    assert.equal((await fetch(`${each}?query={__typename}`)).status, 200, each);
  }
  assert.deepEqual((await welcomeOf(t)).networkUrls, []);
});

test('the start says who can use the control, and where the pages are', async (t) => {
  const site = createTemporaryFolder(t);
  writeFileSync(join(site, 'index.html'), '');
  const rows: [Partial<ServerOptions>, RegExp][] = [
    [{}, /^Open http:\/\/127\.0\.0\.1:\d+\/ in a browser to look at it\.$/m],
    [{ controlToken: 'x' }, /\/ in a browser to look at it\. The control needs the token of --control-token\.$/m],
    [
      { host: '0.0.0.0' },
      /^Other machines reach this address, so the control needs the token [\w-]{22} \(--control-token/m,
    ],
    [{ host: '0.0.0.0', controlToken: 'x' }, /The control needs the token of --control-token\.$/m],
    [{ site }, /^Open http:\/\/[\d.:]+\/ for the site in .*\nOpen http:\/\/[\d.:]+\/__pages\/ in a browser/m],
  ];
  for (const [options, line] of rows) assert.match((await welcomeOf(t, options)).text, line);
  const { text, controlToken } = await welcomeOf(t, { host: '0.0.0.0' });
  assert.equal(text.split(controlToken!).length, 2, 'the token is printed once');
});
