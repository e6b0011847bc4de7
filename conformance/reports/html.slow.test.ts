import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { Report } from '../model.ts';
import { chromiumSkipReason, launchChromium } from '../../test/support/page.ts';
import { htmlReport } from './html.ts';
import { redactReport } from './redact.ts';
import { hostileText, wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';

const innerTexts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
const visibleCases = (page: Page) => page.locator('.case:visible').count();

describe('htmlReport', { skip: chromiumSkipReason }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  let browser: Browser;
  let mixed: Report;
  let wrong: Report;

  before(async () => {
    [browser, mixed, wrong] = await Promise.all([launchChromium(), wrongRoleReport(), wrongServerReport()]);
    mixed = redactReport(mixed, []);
    wrong = redactReport(wrong, []);
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page and collects its console messages, errors and requests. */
  async function open(html: string, options: { javaScriptEnabled?: boolean } = {}) {
    const file = join(folder, `${Math.random()}.html`);
    writeFileSync(file, html);
    const page = await browser.newPage(options);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return { page, problems };
  }

  test('loads without an error and without requests', async () => {
    const { page, problems } = await open(htmlReport(mixed));
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.verdict strong').innerText(), 'Not conformant');
    assert.equal(await page.locator('.case').count(), mixed.results.length);
    assert.deepEqual(problems, []);
  });

  test('filters the cases by outcome and text', async () => {
    const { page } = await open(htmlReport(mixed));
    await page.getByRole('checkbox', { name: 'passed' }).uncheck();
    const notPassed = mixed.results.filter(({ outcome }) => outcome !== 'passed').length;
    assert.equal(await visibleCases(page), notPassed);
    await page.getByRole('checkbox', { name: 'passed' }).check();
    await page.getByRole('searchbox').fill('answer/role-other');
    assert.deepEqual(await innerTexts(page, '.case:visible > summary code'), ['answer/role-other']);
    assert.deepEqual(await innerTexts(page, '.group:visible h3'), ['answer']);
    assert.equal(await page.locator('#count').innerText(), `1 of ${mixed.results.length} results`);
    await page.getByRole('searchbox').fill('nothing holds this');
    assert.equal(await visibleCases(page), 0);
  });

  test('filters the cases by requirement, together with the text', async () => {
    const { page, problems } = await open(htmlReport(mixed));
    const requirement = page.getByRole('combobox', { name: 'Requirement' });
    const options = await requirement.locator('option').allTextContents();
    const checked = new Set(mixed.results.flatMap((result) => result.requirements));
    assert.deepEqual(options, ['Every requirement', ...[...checked].toSorted()]);
    await requirement.selectOption('auth.answer');
    const ids = mixed.results.filter((each) => each.requirements.includes('auth.answer'));
    assert.ok(ids.length > 1 && ids.length < mixed.results.length);
    assert.deepEqual(
      (await innerTexts(page, '.case:visible > summary code')).toSorted(),
      ids.map(({ id }) => id).toSorted(),
    );
    assert.equal(await page.locator('.group:visible:not([open])').count(), 0);
    await page.getByRole('searchbox').fill('answer/role-other');
    assert.equal(await visibleCases(page), 1);
    await page.getByRole('searchbox').fill('');
    await requirement.selectOption('Every requirement');
    assert.equal(
      await page.locator('#count').innerText(),
      `${mixed.results.length} of ${mixed.results.length} results`,
    );
    assert.deepEqual(problems, []);
  });

  test('opens an exchange on a click', async () => {
    const { page } = await open(htmlReport(mixed));
    const passed = page.locator('[id="case-answer--accepted"]');
    assert.equal(await passed.locator('pre:visible').count(), 0);
    await passed.locator('> summary').click();
    await passed.locator('.exchange > summary').first().click();
    assert.match((await passed.locator('pre:visible').allInnerTexts()).join('\n'), /mutation[^]*"state": "accepted"/);
  });

  test('opens the first failure of each difference, and begins its operation with the failures', async () => {
    const { page } = await open(htmlReport(mixed));
    // The failures of create-result differ in the same way.
    assert.deepEqual(await innerTexts(page, '.group[open] h3'), ['answer']);
    for (const group of await page.locator('.group[open]').all())
      assert.equal(await group.locator('.case').first().getAttribute('data-outcome'), 'failed');
    assert.deepEqual(await innerTexts(page, '.failures a:visible'), [
      'A user who is not an administrator cannot answer a proposal (other).',
    ]);
    await page.getByText('and 1 more').click();
    assert.deepEqual(await innerTexts(page, '.failures .ids a:visible'), ['create-result/role-other']);
  });

  test('links a failure to its case', async () => {
    const { page } = await open(htmlReport(mixed));
    const id = '[id="case-answer--role-other"]';
    await page.locator(`${id} > summary`).click();
    assert.equal(await page.locator(`${id}[open]`).count(), 0);
    await page.locator('a[href="#case-answer--role-other"]').first().click();
    await page.locator(`${id}[open]`).waitFor();
  });

  test('shows hostile responses as text', async () => {
    const { page, problems } = await open(
      htmlReport(wrong).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
    );
    assert.equal(await page.locator('script').count(), 1);
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.title(), /^not conformant/);
    const differences = await page.locator('.differences').allTextContents();
    assert.match(differences.join('\n'), /<script>document\.title='owned'<\/script>/);
    assert.deepEqual(problems, []);
    assert.ok(hostileText.includes('<script>'));
  });

  test('runs no script except its own', async () => {
    const planted = htmlReport(mixed).replace('<main>', `<main><script>document.title = 'owned'</script>`);
    const { page, problems } = await open(planted);
    assert.match(await page.title(), /^not conformant/);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /Content Security Policy/);
  });

  test('is readable without JavaScript', async () => {
    const { page } = await open(htmlReport(mixed), { javaScriptEnabled: false });
    assert.equal(await page.locator('.case').count(), mixed.results.length);
    const folded = page.locator('.group:not([open])').first();
    assert.equal(await folded.locator('.case:visible').count(), 0);
    await folded.locator('> summary').click();
    assert.notEqual(await page.locator('.group[open] .case:visible').count(), 0);
    assert.equal(await page.locator('.tools:visible').count(), 0);
  });
});
