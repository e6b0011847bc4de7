import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runPlenum, startPlenum } from '../../test/support/process.ts';
import { startUpstream } from '../../test/support/upstream-server.ts';

describe('serve beside a deployment', { timeout: 120_000 }, () => {
  test('forwards to the upstream', async (t) => {
    const upstream = await startUpstream(t, (_, response) => void response.end('from the upstream'));
    const plenum = startPlenum(t, ['serve', '--port', '0', '--memory', '--verbose', '--upstream', upstream]);
    const url = await plenum.waitForUrl();
    const page = await fetch(new URL('/page', url));
    assert.deepEqual(
      [await page.text(), page.headers.get('x-plenum-upstream')],
      ['from the upstream', new URL(upstream).origin],
    );
    const { code, stderr } = await plenum.stop();
    assert.equal(code, 0);
    assert.match(stderr, new RegExp(`request method=GET path=/page .* upstream=${upstream}`));
  });

  const wrong: [args: string[], message: RegExp][] = [
    [['--upstream', 'decidim.example.org'], /--upstream must be an http or https URL/],
    [['--upstream', 'https://decidim.example.org/api'], /--upstream must be an origin/],
    [['--upstream', 'https://a:b@decidim.example.org'], /--upstream must be an origin/],
    [['--upstream-writes'], /upstream-writes needs upstream/],
  ];
  for (const [args, message] of wrong)
    test(`refuses ${args.join(' ')}`, async (t) => {
      const { code, stderr } = await runPlenum(t, ['serve', '--port', '0', '--memory', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
});
