import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { judgeDocuments } from '../../conformance/documents/index.ts';
import type { Report } from '../../conformance/model.ts';
import { htmlReport } from '../../conformance/reports/html.ts';
import { assertAccessible, chromiumSkipReason, launchChromium, photograph } from '../support/page.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { wrongRoleReport, wrongServerReport } from '../support/sample-reports.ts';

// Opens the report page in a browser.

const wide = [1280, 'light'] as const;
const narrow = [390, 'dark'] as const;
type Look = typeof wide | typeof narrow;

/** The reports with the looks in which they are audited: together they have most of what a report can contain. */
const reports: Record<string, [() => Promise<Report>, ...Look[]]> = {
  'not-conformant': [wrongRoleReport, wide, narrow],
  hostile: [wrongServerReport, narrow],
  documents: [clientReport, wide, narrow],
};

async function clientReport(): Promise<Report> {
  const waivers = [{ id: 'decidim-0.31/fixtures/documents/list/AssemblyList.graphql#AssemblyList', reason: 'Known' }];
  return judgeDocuments({ paths: ['fixtures/documents/list'], usage: true, waivers });
}

const innerTexts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

describe('the report page', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  /** Opens the page of a report, whose text may be changed, and collects its console messages, errors and requests. */
  async function open(t: TestContext, createReport: () => Promise<Report>, change = (html: string) => html) {
    const file = join(createTemporaryFolder(t), 'report.html');
    writeFileSync(file, change(htmlReport(await createReport())));
    const page = await browser.newPage();
    t.after(() => page.close());
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return { page, problems };
  }

  for (const [name, [createReport, ...looks]] of Object.entries(reports))
    test(`of ${name} has no accessibility problem, and fits the window`, async (t) => {
      const { page } = await open(t, createReport);
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await photograph(page, `${name}-${width}-${colorScheme}`);
        for (const folded of ['.group', '.case:has(p)', '.exchange']) {
          const summary = page.locator(`${folded}:not([open]) > summary:visible`).first();
          if ((await summary.count()) > 0) await summary.click();
        }
        const opened = name === 'documents' ? '.case[open] p' : '.exchange pre';
        assert.notEqual(await page.locator(`${opened}:visible`).count(), 0);
        await assertAccessible(page);
      }
    });

  test('loads without an error and without requests, and opens an exchange on a click', async (t) => {
    const { page, problems } = await open(t, wrongRoleReport);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.verdict strong').innerText(), 'Not conformant');
    assert.equal(await page.locator('.case').count(), (await wrongRoleReport()).results.length);
    await page.getByText('answer', { exact: true }).last().click();
    const passed = page.locator('.case:has([id="case-answer--accepted"])');
    assert.equal(await passed.locator('pre:visible').count(), 0);
    await passed.locator('> summary').click();
    await passed.locator('.exchange > summary').first().click();
    assert.match((await passed.locator('pre:visible').allInnerTexts()).join('\n'), /mutation[^]*"state": "accepted"/);
    assert.deepEqual(problems, []);
  });

  test('shows what differs once, and links to each result', async (t) => {
    const { page } = await open(t, wrongRoleReport);
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

  test('shows hostile responses as text', async (t) => {
    const { page, problems } = await open(t, wrongServerReport, (html) =>
      html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
    );
    assert.equal(await page.locator('script').count(), 0);
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.title(), /^not conformant/);
    const differences = await page.locator('.differences').allTextContents();
    assert.match(differences.join('\n'), /<script>document\.title='owned'<\/script>/);
    assert.deepEqual(problems, []);
  });

  test('runs no script', async (t) => {
    const { page, problems } = await open(t, wrongRoleReport, (html) =>
      html.replace('<main>', `<main><script>document.title = 'owned'</script>`),
    );
    assert.match(await page.title(), /^not conformant/);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /Content Security Policy/);
  });

  test('prints what is open, in light colors', async (t) => {
    const { page } = await open(t, wrongRoleReport);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const color = await page.evaluate(`getComputedStyle(document.querySelector('.card')).backgroundColor`);
    assert.equal(color, 'rgb(255, 255, 255)');
    assert.equal(await page.locator('.case:not([open]):visible').count(), 0);
    const pdf = await page.pdf({ format: 'A4' });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    assert.ok(pages <= 12, `${pages} pages`);
  });
});

test('a browser is found', () => assert.equal(chromiumSkipReason, false));
