import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { chromiumSkipReason, launchChromium } from '../support/chromium.ts';
import { assertAccessible, openPage, photograph } from '../support/page.ts';
import { startBesideLive, startLiveStandIn } from '../support/shadow.ts';

const read = '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id title { translation(locale: "en") } } } } }';

// Uses the panel Shadow of `/console` in a browser. PHOTOS names a folder for photographs.
describe('the panel Shadow', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const)
    test(`shows what a live deployment answers otherwise, at ${width} pixels, ${colorScheme}`, async (t) => {
      const live = await startLiveStandIn(t);
      const files = (await live.send('GET', '/__admin/state')).body;
      files['meetings.json'][0].title = { en: '<img src=x onerror="document.title=1">' };
      assert.equal((await live.send('PUT', '/__admin/state', files)).status, 204);
      const { query, settledReport, url } = await startBesideLive(t, live.url);
      await query(read);
      await query('{ component(id: 2) { id } }');
      const { groups } = await settledReport();
      const opened = await openPage(t, browser, new URL('/console#shadow', url).href, { width, colorScheme });
      const { page } = opened;
      await page.getByText('2 requests so far, 2 compared: 1 equal, 0 with known differences, 1 different.').waitFor();
      await page.getByText(groups[0]!.cause).focus();
      await page.locator('.causes summary').first().press('Enter');
      const value = page.getByLabel('The value of the live deployment');
      assert.equal(await value.textContent(), '<img src=x onerror="document.title=1">');
      assert.notEqual(await page.title(), '1');
      await assertAccessible(page);
      await photograph(page, `console-shadow-${width}-${colorScheme}`);
      await page.getByRole('button', { name: 'Forget them' }).click();
      await page.getByText('No difference so far.').waitFor();
      // Before its server, which closes first after the test.
      await page.close();
    });
});
