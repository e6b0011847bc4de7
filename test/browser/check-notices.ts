import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { chromiumSkipReason } from '../support/chromium.ts';
import { type PageOptions, assertAccessible, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';

// The bar of every page with what makes its world answer otherwise than usual. PHOTOS names a folder for photographs.
describe('the notices of the pages', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();
  const open = async (t: TestContext, path: string, options?: PageOptions) => {
    t.after(() => town.standIn.reset());
    return (await openPage(t, town.browser, new URL(path, town.standIn.url).href, options)).page;
  };

  for (const path of ['/', '/explorer', '/console'])
    test(`${path} says that a fault is on and that the clock stands, and ends both`, async (t) => {
      await town.standIn.faults.add({ match: { operationName: 'Nothing' }, effect: { status: 503 } });
      await town.standIn.clock.set({ mode: 'fixed', time: Date.parse('2027-01-02T03:04:05Z') });
      const page = await open(t, path);
      const bar = page.getByRole('complementary', { name: "State of the server's own world" });
      await bar.getByRole('link', { name: '1 fault is on' }).waitFor();
      await bar.getByRole('link', { name: 'The clock stands at 2027-01-02 03:04:05 UTC' }).waitFor();
      await bar.getByRole('button', { name: 'End it' }).click();
      await bar.getByText('1 fault is on').waitFor({ state: 'detached' });
      assert.deepEqual(await town.standIn.faults.list(), []);
      await bar.getByRole('button', { name: 'Follow the machine' }).click();
      await bar.waitFor({ state: 'detached' });
      assert.equal((await town.standIn.clock.get()).mode, 'wall');
    });

  test('faults that a test adds while the page is open are counted, without those that have applied', async (t) => {
    const page = await open(t, '/console#clock');
    assert.equal(await page.locator('.notices').count(), 0);
    for (const operationName of ['A', 'B', 'C'])
      await town.standIn.faults.add({ match: { operationName }, effect: { status: 503 }, times: 1 });
    await page.getByText('3 faults are on').waitFor();
    await town.standIn.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query A { session { user { id } } }' }),
    });
    await page.getByText('2 faults are on').waitFor();
    await town.standIn.clock.advance(60_000);
    await page.getByText('The clock is moved: it is').waitFor();
    await page.getByRole('button', { name: 'End them' }).press('Enter');
    await page.getByText('2 faults are on').waitFor({ state: 'detached' });
  });

  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const)
    test(`the bar is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      await town.standIn.faults.add({ match: { operationName: 'Nothing' }, effect: { status: 503 } });
      await town.standIn.clock.advance(3_600_000);
      const page = await open(t, '/', { width, colorScheme });
      await page.getByText('1 fault is on').waitFor();
      await assertAccessible(page);
      await photograph(page, `notices-${width}-${colorScheme}`);
    });
});
