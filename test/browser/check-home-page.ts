import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type StandIn, createStandIn } from '../../src/index.ts';
import { chromiumSkipReason, launchChromium } from '../support/chromium.ts';
import { assertAccessible, openPage, photograph } from '../support/page.ts';

// Uses the page at `/` in a browser. PHOTOS names a folder for photographs.
describe('the page at /', { skip: chromiumSkipReason, timeout: 120_000 }, () => {
  let browser: Browser;
  let standIn: StandIn;
  let url: string;
  before(async () => {
    browser = await launchChromium();
    standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32' });
    url = new URL('/', standIn.url).href;
  });
  after(async () => {
    await browser.close();
    await standIn.close();
  });

  test('says what runs, and copies a token', async (t) => {
    const { page } = await openPage(t, browser, url);
    assert.equal(await page.textContent('h1'), `Plenum answers at ${standIn.url}`);
    assert.match((await page.textContent('.facts'))!, /Dialectdecidim-0\.32Worldtown/);
    assert.equal(await page.locator('.counts li', { hasText: /^proposals \d+$/ }).count(), 1);
    const copy = page.getByRole('button', { name: 'Copy the token of' }).first();
    await copy.click();
    await copy.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, await page.locator('.tokens code').first().textContent());
  });

  test('sends a request when the reader presses its button, and counts the new record', async (t) => {
    const { page } = await openPage(t, browser, url);
    const meetings = () => page.locator('.counts li', { hasText: /^meetings \d/ }).textContent();
    const countBefore = Number((await meetings())!.split(' ')[1]);
    await page.getByRole('button', { name: 'Send it' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Status 200').waitFor();
    const answer = JSON.parse((await page.getByLabel('The response').textContent())!);
    assert.ok(answer.data.component.createMeeting.id);
    await page.locator('.counts li', { hasText: `meetings ${countBefore + 1}` }).waitFor();
    await assertAccessible(page);
  });

  test('loads less than a megabyte', async (t) => {
    const { page, urls } = await openPage(t, browser, url);
    const sizes = await page.evaluate<number[]>(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((each) => each.transferSize)`,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${urls.length} requests, ${Math.round(total / 1000)} kB`);
    assert.ok(total > 10_000 && total < 1_000_000, String(total));
  });

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [768, 'light'],
    [1280, 'light'],
    [1600, 'dark'],
  ] as const)
    test(`is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const { page } = await openPage(t, browser, url, { width, colorScheme });
      await assertAccessible(page);
      await photograph(page, `home-${width}-${colorScheme}`);
    });
});
