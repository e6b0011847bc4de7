import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runPlenum, startPlenum } from '../../test/support/process.ts';
import { startLive } from '../../test/support/shadow.ts';
import type { ShadowReport } from '../control/shadow/shadow.ts';

const json = { 'Content-Type': 'application/json; charset=utf-8' };

describe('serve beside a deployment', { timeout: 120_000 }, () => {
  test('compares with the shadow', async (t) => {
    const authorizations: unknown[] = [];
    const live = await startLive(t, ({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.writeHead(200, json).end('{"data":{"__typename":"LiveQuery"}}');
    });
    const plenum = startPlenum(t, ['serve', '--port', '0', '--memory', '--shadow', live], {
      PLENUM_SHADOW_ADMIN_TOKEN: 'live-admin-token',
      PLENUM_SHADOW_RATE: '50',
    });
    const url = await plenum.waitForUrl();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
    await fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
    const readReport = async () => (await (await fetch(new URL('/__admin/shadow', url))).json()) as ShadowReport;
    let report = await readReport();
    while (report.counts.compared === 0) report = await readReport();
    assert.deepEqual([report.url, report.rate, authorizations], [live, 50, ['Bearer live-admin-token']]);
    assert.deepEqual(
      report.groups.map(({ cause }) => cause),
      ['Query.__typename: another value'],
    );
    assert.equal((await plenum.stop()).code, 0);
  });

  test('ends at once although the live deployment does not respond', async (t) => {
    const live = await startLive(t, () => {});
    const plenum = startPlenum(t, ['serve', '--port', '0', '--memory', '--shadow', live]);
    const url = await plenum.waitForUrl();
    for (let count = 0; count < 2; count += 1)
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      });
    const startedAt = performance.now();
    assert.equal((await plenum.stop()).code, 0);
    assert.ok(performance.now() - startedAt < 9000, 'it waits for the time limit of the response');
  });

  const wrong: [args: string[], message: RegExp][] = [
    [['--shadow', 'https://a:b@decidim.example.org/api'], /--shadow must be a URL without/],
    [['--shadow', 'https://decidim.example.org/api?key=1'], /--shadow must be a URL without/],
    [['--shadow', 'https://decidim.example.org', '--shadow-rate', '0'], /--shadow-rate must be a whole number from 1/],
  ];
  for (const [args, message] of wrong)
    test(`refuses ${args.join(' ')}`, async (t) => {
      const { code, stderr } = await runPlenum(t, ['serve', '--port', '0', '--memory', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });

  test('refuses a key of the live deployment without its secret', async (t) => {
    const { code, stderr } = await runPlenum(
      t,
      ['serve', '--port', '0', '--memory', '--shadow', 'http://localhost:1'],
      { PLENUM_SHADOW_ADMIN_KEY: 'key' },
    );
    assert.equal(code, 2);
    assert.match(stderr, /PLENUM_SHADOW_ADMIN_SECRET is not set/);
  });
});
