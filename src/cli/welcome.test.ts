import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { startServer } from '../../test/support/test-server.ts';
import { type ServerOptions, defaultOptions } from '../stand-in/options.ts';
import { formatWelcome } from './welcome.ts';

/** Starts a server with options, and returns what `serve` prints. */
async function welcomeOf(t: TestContext, options: Partial<ServerOptions> = {}) {
  const server = await startServer(options);
  t.after(() => server.close());
  const text = formatWelcome(server, { ...defaultOptions, ...options, memory: true });
  return { ...server, text, port: new URL(server.url).port };
}

for (const dialect of ['specification', 'decidim-0.29', 'decidim-0.32', 'decidim-develop'] as const)
  test(`${dialect}: the start has a reading request to paste, and what a client needs`, async (t) => {
    const { text, url } = await welcomeOf(t, { dialect });
    const [, page] = new RegExp(`^Dialect: ${dialect}; (.*dialects\\.md) compares`, 'm').exec(text)!;
    assert.match(readFileSync(page!, 'utf8'), /^# Dialects/);
    const [line, body] = /^curl .* --data-raw '(.*)'$/m.exec(text)!;
    assert.ok(line.length <= 200, `${line.length} characters`);
    const [, authorization = ''] = /-H 'Authorization: (.*?)'/.exec(line)!;
    const headers = { 'Content-Type': 'application/json', authorization };
    const response = await fetch(url, { method: 'POST', headers, body: body! });
    const name = dialect === 'decidim-0.29' ? null : { user: { name: 'Member robot' } };
    assert.deepEqual(await response.json(), { data: { session: name } });
    const variables = Object.fromEntries(
      text
        .split('\n')
        .flatMap((each) => [/^(DECIDIM_\w+)=(.*)$/.exec(each)?.slice(1)].filter((pair) => pair !== undefined)),
    );
    const { DECIDIM_API_URL, DECIDIM_API_TOKEN, DECIDIM_SCHEMA_URL = '' } = variables as Record<string, string>;
    assert.deepEqual([DECIDIM_API_URL, DECIDIM_API_TOKEN], [url, 'member-token']);
    assert.match(await (await fetch(DECIDIM_SCHEMA_URL)).text(), /^type Query/m);
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
    [{}, /^Pages: http:\/\/127\.0\.0\.1:\d+\/ has the explorer and the console\.$/m],
    [{ controlToken: 'x' }, /^Pages: .* The control needs the token of --control-token\.$/m],
    [{ host: '0.0.0.0' }, /Other machines reach this address, so the control needs the token [\w-]{22} \(--control-/],
    [{ host: '0.0.0.0', controlToken: 'x' }, /The control needs the token of --control-token\.$/m],
    [{ site }, /^Site: http:\/\/[\d.:]+\/ has the files of .*\nPages: http:\/\/[\d.:]+\/__pages\/ has/m],
  ];
  for (const [options, line] of rows) assert.match((await welcomeOf(t, options)).text, line);
});
