import assert from 'node:assert/strict';
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from '@playwright/test';
import { runConformance } from '../../conformance/index.ts';
import type { Report, Waiver } from '../../conformance/model.ts';
import { htmlReport } from '../../conformance/reports/html.ts';
import { redactReport } from '../../conformance/reports/redact.ts';
import waivers from '../../conformance/waivers.json' with { type: 'json' };
import type { Case } from '../../src/cases/case.ts';
import { loadCases } from '../../src/cases/load.ts';
import { chromiumSkipReason, launchChromium } from '../support/chromium.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { sampleCases, wrongRoleReport, wrongServerReport } from '../support/sample-reports.ts';

// Audits the report page in a browser, and photographs it if PHOTOS names a folder.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const photos = process.env['PHOTOS'];

/** The same run after a target stopped responding in the middle of it. */
const stoppedReport = (report: Report): Report => ({
  ...report,
  verdict: 'stopped',
  sentence: 'The target stopped responding: 12 passed, 1 could not run, 40 not sent.',
  outage:
    'The target stopped responding at step 1 of answer/accepted: no response. The last response was to step 1 of a/b.',
  results: report.results.map((result, index) =>
    index < 12
      ? result
      : { ...result, outcome: 'not sent', reason: 'the target had stopped responding', exchanges: [] },
  ),
});

// The page of a whole run has more of the same rows, which an audit takes most of a minute to look at.
const isWaived = ({ id }: Case) => waivers.some((each) => each.id === id);
const cases = loadCases().filter((each) => isWaived(each) || sampleCases.some(({ id }) => id === each.id));

const wide = [1280, 'light'] as const;
const narrow = [390, 'dark'] as const;
type Look = typeof wide | typeof narrow;

/** The reports with the looks in which they are audited. Two of them have most of what a report can contain. */
const reports: Record<string, [() => Promise<Report>, ...Look[]]> = {
  conformant: [() => runConformance({ cases }), wide],
  'not-conformant': [wrongRoleReport, wide, narrow],
  validate: [() => runConformance({ cases, mode: 'validate' }), narrow],
  waived: [() => runConformance({ cases, waivers: waivers as Waiver[], dialect: 'decidim-0.32' }), wide],
  hostile: [wrongServerReport, narrow],
  stopped: [async () => stoppedReport(await wrongRoleReport()), wide],
};

async function audit(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  // Every rule, including those for best practices.
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]!.html.slice(0, 200)} (${nodes.length})`);
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

  test('the audit finds a problem', async (t) => {
    const page = await browser.newPage();
    t.after(() => page.close());
    await page.setContent('<main><h1>Title</h1><p><button></button></p></main>');
    assert.match((await audit(page)).join('\n'), /^button-name: /m);
  });

  for (const [name, [createReport, ...looks]] of Object.entries(reports))
    describe(name, () => {
      let html: string;
      before(async () => {
        html = htmlReport(redactReport(await createReport(), []));
      });
      const write = (t: TestContext): string => {
        const file = join(createTemporaryFolder(t), 'report.html');
        writeFileSync(file, html);
        return file;
      };
      for (const [width, colorScheme] of looks)
        test(`has no accessibility problem and fits ${width} pixels, ${colorScheme}`, async (t) => {
          const page = await open(t, write(t), width, colorScheme);
          if (photos) {
            mkdirSync(photos, { recursive: true });
            await page.screenshot({ path: join(photos, `${name}-${width}-${colorScheme}.png`) });
          }
          const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(await overflow(), 0);
          for (const folded of ['.group', '.case:has(.exchange)', '.exchange']) {
            const summary = page.locator(`${folded}:not([open]) > summary:visible`).first();
            if ((await summary.count()) > 0) await summary.click();
          }
          assert.notEqual(await page.locator('.exchange pre:visible').count(), 0);
          assert.equal(await overflow(), 0);
          assert.deepEqual(await audit(page), []);
        });

      test('prints what is open, in light colors', async (t) => {
        const page = await open(t, write(t), 800, 'dark');
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        const color = await page.evaluate(`getComputedStyle(document.querySelector('.panel')).backgroundColor`);
        assert.equal(color, 'rgb(255, 255, 255)');
        assert.equal(await page.locator('.tools:visible').count(), 0);
        assert.equal(await page.locator('.case:not([open]):visible').count(), 0);
        const pdf = await page.pdf({ format: 'A4', ...(photos && { path: join(photos, `${name}.pdf`) }) });
        const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
        assert.ok(pages <= (name === 'hostile' ? 300 : 12), `${pages} pages`);
      });
    });
});

test('a browser is found', () => assert.equal(chromiumSkipReason, false));
