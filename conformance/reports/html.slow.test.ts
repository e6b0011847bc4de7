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
import { hostileText, wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';

const innerTexts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

describe('htmlReport', { skip: chromiumSkipReason }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  let browser: Browser;
  let mixed: Report;
  let wrong: Report;

  before(async () => {
    [browser, mixed, wrong] = await Promise.all([launchChromium(), wrongRoleReport(), wrongServerReport()]);
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page and collects its console messages, errors and requests. */
  async function open(html: string) {
    const file = join(folder, `${Math.random()}.html`);
    writeFileSync(file, html);
    const page = await browser.newPage();
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

  test('opens an exchange on a click', async () => {
    const { page } = await open(htmlReport(mixed));
    await page.getByText('answer', { exact: true }).last().click();
    const passed = page.locator('.case:has([id="case-answer--accepted"])');
    assert.equal(await passed.locator('pre:visible').count(), 0);
    await passed.locator('> summary').click();
    await passed.locator('.exchange > summary').first().click();
    assert.match((await passed.locator('pre:visible').allInnerTexts()).join('\n'), /mutation[^]*"state": "accepted"/);
  });

  test('shows what differs once, and links to each result', async () => {
    const { page } = await open(htmlReport(mixed));
    // The failures of create-result differ in the same way.
    assert.deepEqual(await innerTexts(page, '.failures > li > p:first-child > a'), ['answer/role-other (MUST)']);
    await page.getByText('and 1 more').click();
    assert.deepEqual(await innerTexts(page, '.failures .ids a:visible'), ['create-result/role-other']);
    await page.locator('a[href="#case-answer--role-other"]').first().click();
    const opened = page.locator('.case[open]');
    await opened.waitFor();
    assert.deepEqual(await opened.locator('summary code').first().innerText(), 'answer/role-other');
    assert.equal(await page.locator('.group[open] .case').first().getAttribute('data-outcome'), 'failed');
  });

  test('shows hostile responses as text', async () => {
    const { page, problems } = await open(
      htmlReport(wrong).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
    );
    assert.equal(await page.locator('script').count(), 0);
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.title(), /^not conformant/);
    const differences = await page.locator('.differences').allTextContents();
    assert.match(differences.join('\n'), /<script>document\.title='owned'<\/script>/);
    assert.deepEqual(problems, []);
    assert.ok(hostileText.includes('<script>'));
  });

  test('runs no script', async () => {
    const planted = htmlReport(mixed).replace('<main>', `<main><script>document.title = 'owned'</script>`);
    const { page, problems } = await open(planted);
    assert.match(await page.title(), /^not conformant/);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /Content Security Policy/);
  });
});
