import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { judgeDocuments } from '../../conformance/documents/index.ts';
import type { Report } from '../../conformance/model.ts';
import { htmlReport } from '../../conformance/reports/html.ts';
import { assertAccessible, chromiumSkipReason, launchChromium, photograph } from '../support/page.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { wrongRoleReport, wrongServerReport } from '../support/sample-reports.ts';

// Audits the report page in a browser.

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

describe('the report page', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  async function open(t: TestContext, file: string, width: number, colorScheme: Look[1]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    t.after(() => page.close());
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  for (const [name, [createReport, ...looks]] of Object.entries(reports))
    describe(name, () => {
      let html: string;
      before(async () => {
        html = htmlReport(await createReport());
      });
      const write = (t: TestContext): string => {
        const file = join(createTemporaryFolder(t), 'report.html');
        writeFileSync(file, html);
        return file;
      };
      for (const [width, colorScheme] of looks)
        test(`has no accessibility problem and fits ${width} pixels, ${colorScheme}`, async (t) => {
          const page = await open(t, write(t), width, colorScheme);
          await photograph(page, `${name}-${width}-${colorScheme}`);
          await assertAccessible(page);
          for (const folded of ['.group', '.case:has(p)', '.exchange']) {
            const summary = page.locator(`${folded}:not([open]) > summary:visible`).first();
            if ((await summary.count()) > 0) await summary.click();
          }
          const opened = name === 'documents' ? '.case[open] p' : '.exchange pre';
          assert.notEqual(await page.locator(`${opened}:visible`).count(), 0);
          await assertAccessible(page);
        });
    });

  test('prints what is open, in light colors', async (t) => {
    const file = join(createTemporaryFolder(t), 'report.html');
    writeFileSync(file, htmlReport(await wrongRoleReport()));
    const page = await open(t, file, 800, 'dark');
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
