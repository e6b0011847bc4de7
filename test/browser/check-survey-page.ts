import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { surveyPage } from '../../conformance/survey/page.ts';
import { chromiumSkipReason, launchChromium } from '../support/chromium.ts';
import { assertAccessible, openPage, photograph } from '../support/page.ts';
import { sampleHistories } from '../support/sample-survey.ts';

describe('the page of a survey', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const html = surveyPage(sampleHistories());
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(html));
  let browser: Browser;
  let url: string;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    test(`is accessible at ${width} pixels, ${colorScheme}; towns are sorted, filtered and opened`, async (t) => {
      const { page, urls } = await openPage(t, browser, url, { width, colorScheme });
      await photograph(page, `survey-${width}-${colorScheme}`);
      const shown = page.locator('.towns tbody tr:visible');
      const first = shown.first().getByRole('link');
      assert.equal(await shown.count(), 10);
      if (width === 1280) {
        await page.getByRole('button', { name: 'Town' }).click();
        assert.match((await first.textContent())!, /^a-town/);
        await page.getByRole('button', { name: 'Town' }).click();
        assert.match((await first.textContent())!, /^town/);
      }
      await page.getByLabel('Release').selectOption('decidim-0.31');
      assert.equal(await shown.count(), 2);
      assert.equal(await page.getByRole('status').textContent(), '2 of 10 towns');
      await page.getByLabel('Search').fill('hostile');
      await first.click();
      const details = page.locator('details[open]');
      assert.match((await details.textContent())!, /<script>owned\(\)<\/script>\\u001b\[2J/);
      await assertAccessible(page);
      await photograph(page, `survey-${width}-${colorScheme}-open`);
      // The page itself, and nothing for it.
      assert.deepEqual(
        urls.filter((each) => !each.startsWith('data:')).map((each) => each.split('#')[0]),
        [url],
      );
    });
});

test('a browser is found', () => assert.equal(chromiumSkipReason, false));
