import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from '@playwright/test';
import { type StandIn, createStandIn } from '../../src/index.ts';
import { assertAccessible, chromiumSkipReason, launchChromium, photograph } from '../support/page.ts';

// Opens the page of examples/proposal-page in a browser, with the town behind it. PHOTOS names a folder for photographs.

describe('the page of a proposal', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  let standIn: StandIn;
  const pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(readFileSync(new URL('../../examples/proposal-page/index.html', import.meta.url)));
  });
  before(async () => {
    browser = await launchChromium();
    standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32' });
    await new Promise<void>((resolve) => pages.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser.close();
    await standIn.close();
    pages.close();
  });

  async function open(proposal: number): Promise<Page> {
    const page = await browser.newPage();
    const { port } = pages.address() as AddressInfo;
    const query = new URLSearchParams({ api: standIn.url, proposal: String(proposal) });
    await page.goto(`http://localhost:${port}/?${query}`, { waitUntil: 'networkidle' });
    return page;
  }

  test('shows authors, pictures, likes and the thread of comments', async () => {
    const page = await open(1);
    assert.equal(await page.textContent('h1'), 'Plant lime trees along Mill Road');
    assert.deepEqual(await page.locator('main > .author b').allTextContents(), ['Ada Lemos', 'Bruno Casals']);
    assert.equal(await page.textContent('.state'), 'Accepted');
    assert.match((await page.textContent('main'))!, /8 votes · 4 likes/);
    // Every picture is there: a broken one has no width.
    const widths = await page
      .locator('img')
      .evaluateAll((images) => images.map((each) => (each as unknown as { naturalWidth: number }).naturalWidth));
    assert.ok(widths.length > 10 && widths.every((each) => each > 0), String(widths));
    assert.ok((await page.locator('figure img').count()) >= 1);
    assert.match((await page.textContent('h2'))!, /^\d+ comments$/);
    // The thread has four levels.
    assert.equal(await page.locator('ol ol ol ol > li').first().isVisible(), true);
    await page.close();
  });

  test('is accessible', async () => {
    const page = await open(1);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await photograph(page, `proposal-${width}-${colorScheme}`);
      await assertAccessible(page);
    }
    await page.close();
  });

  test('says what is wrong where there is no such proposal', async () => {
    const page = await open(999);
    assert.match((await page.textContent('[role=alert]'))!, /The proposal cannot be shown: /);
    await page.close();
  });
});
