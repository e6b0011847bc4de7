import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { chromiumSkipReason } from '../support/chromium.ts';
import { assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';

// Uses the page at `/` in a browser. PHOTOS names a folder for photographs.
describe('the page at /', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();
  let url: string;
  before(() => {
    url = new URL('/', town.standIn.url).href;
  });

  test('says what it is, what runs and in which state, and copies a token', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    assert.equal(await page.textContent('h1'), 'Plenum');
    await page.getByText('it answers like Decidim').waitFor();
    assert.equal(await page.locator('.endpoint code').textContent(), town.standIn.url);
    await page.locator('.facts', { hasText: /Dialectdecidim-0\.32Worldtown/ }).waitFor();
    await page.locator('.state', { hasText: /Faultsnone: .*Clockthat of the machine/ }).waitFor();
    const copy = page.getByRole('button', { name: 'Copy the token of' }).first();
    await copy.click();
    await copy.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, await page.locator('.tokens code').first().textContent());
  });

  test('every kind with records is in a group, with a link to its records', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    const response = await fetch(new URL('/__admin/health', url));
    const { records } = (await response.json()) as { records: Record<string, number> };
    const kinds = Object.keys(records).filter((kind) => records[kind]! > 0);
    await page.getByRole('heading', { name: `records of ${kinds.length} kinds` }).waitFor();
    const listed = await page.locator('.groups li').allTextContents();
    assert.deepEqual(listed.toSorted(), kinds.map((kind) => `${kind} ${records[kind]}`).toSorted());
    // The last group has what belongs to no other; a kind that is new must not end there unnoticed.
    assert.ok((await page.locator('.groups section').last().locator('li').count()) <= 8);
    await page.getByRole('region', { name: 'Meetings' }).getByRole('link', { name: 'agendas' }).click();
    await page.getByRole('heading', { name: 'agendas' }).waitFor();
  });

  test('sends a read when the reader presses its button, in the session of the page, and opens it in the explorer', async (t) => {
    const { page } = await openPage(t, town.browser, `${url}?session=mine`);
    const { requests } = await town.standIn.session('mine');
    await page.getByRole('button', { name: 'Send it' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Status 200 in').waitFor();
    const answer = JSON.parse((await page.getByLabel('The response').textContent())!);
    assert.ok(answer.data.component.proposals.nodes.length > 0);
    assert.equal((await requests.find()).at(-1)!.operationName, 'Proposals');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Open in the explorer' }).click();
    await page.getByRole('tab', { name: 'Proposals' }).waitFor();
    await page
      .getByLabel('World')
      .locator('option:checked', { hasText: 'session mine' })
      .waitFor({ state: 'attached' });
  });

  test('loads less than a megabyte', async (t) => {
    const { page, urls } = await openPage(t, town.browser, url);
    const sizes = await page.evaluate<number[]>(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((each) => each.transferSize)`,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${urls.length} requests, ${Math.round(total / 1000)} kB`);
    assert.ok(total > 10_000 && total < 1_000_000, String(total));
  });

  for (const [width, colorScheme] of looks)
    test(`is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const { page } = await openPage(t, town.browser, url, { width, colorScheme });
      await assertAccessible(page);
      await photograph(page, `home-${width}-${colorScheme}`);
    });
});
