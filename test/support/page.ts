import { existsSync, readFileSync } from 'node:fs';
import { type Browser, type Page, chromium } from '@playwright/test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, after, before } from 'node:test';
import type { AxeResults } from 'axe-core';
import { type StandIn, createStandIn } from '../../src/index.ts';
import type { DialectName } from '../../src/dialects/dialects.ts';

/** The browsers of Debian's packages. The first one has no windows, and needs about half of the processor time of the other. */
const packaged = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that tests use: CHROMIUM, or one of a package. */
export const chromiumPath = process.env['CHROMIUM'] ?? packaged.find((path) => existsSync(path)) ?? packaged[0]!;

/** Why tests that need a browser are skipped; false if they run. If CHROMIUM is set, they always run. */
export const chromiumSkipReason: string | false =
  process.env['CHROMIUM'] || existsSync(chromiumPath)
    ? false
    : `${packaged.join(' and ')} do not exist; set CHROMIUM to the path of a browser`;

/** Launches a headless Chromium without background requests. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const photos = process.env['PHOTOS'];

/** The widths in pixels and the color schemes in which pages are audited: two of them, and all when they are photographed. */
export const looks = (
  [
    [390, 'dark'],
    [768, 'light'],
    [1280, 'light'],
    [1600, 'dark'],
  ] as const
).filter(([width]) => photos || width === 390 || width === 1280);

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Whether the server may refuse requests of the page, which Chromium logs as errors. */
  allowRefusals?: boolean;
  /** A server that only this page uses. It is closed after the page, which would report the requests that it still sends as failed. */
  server?: { close(): Promise<unknown> };
}

/** An open page, and what went wrong in it. */
export interface OpenedPage {
  page: Page;
  /** Script errors, messages of the console that are errors, requests that failed. */
  errors: string[];
  /** The URLs of all requests that it made. */
  urls: string[];
}

/** Waits until a server has bundled its pages, which takes longer than a page waits if the machine is busy and nobody has opened one before. */
export async function bundlePages(url: string): Promise<void> {
  const response = await fetch(new URL('/__pages/explorer/main.js', url));
  assert.equal(response.status, 200);
  await response.arrayBuffer();
}

/** Opens a page of a server. After the test, it must have no error, and must have sent no request to another machine. */
export async function openPage(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  url: string,
  { width = 1280, height = 900, colorScheme = 'light', allowRefusals = false, server }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  // Other tests run beside these: a page that waits for the processor is slow, and not wrong.
  context.setDefaultTimeout(90_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const opened: OpenedPage = { page, errors: [], urls: [] };
  page.on('pageerror', (error) => opened.errors.push(String(error)));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !(allowRefusals && isRefusal)) opened.errors.push(message.text());
  });
  page.on('request', (request) => opened.urls.push(request.url()));
  const { origin } = new URL(url);
  t.after(async () => {
    await context.close();
    await server?.close();
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(
      opened.urls.filter((each) => !each.startsWith(origin) && !/^(data|blob):/.test(each)),
      [],
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return opened;
}

/** Asserts that a page follows every rule of axe but those that are disabled, those for best practices too, and is not wider than its window. */
export async function assertAccessible(
  page: Page,
  { exclude = [], disabled = [] }: { exclude?: string[]; disabled?: string[] } = {},
): Promise<void> {
  // The policy of a page forbids scripts in its document; the debugger may run them.
  await page.evaluate(axeSource);
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ exclude: ${JSON.stringify(exclude)} }, { rules: ${JSON.stringify(rules)} })`,
  );
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]!.html.slice(0, 200)} (${nodes.length})`),
    [],
  );
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.equal(overflow, 0, 'the page is wider than its window');
}

/** Photographs a page if PHOTOS names a folder. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (photos) await page.screenshot({ path: join(photos, `${name}.png`), fullPage: true });
}

/** A browser, and a stand-in with the town. */
interface TownPages {
  browser: Browser;
  standIn: StandIn;
}

/** Launches a browser and starts a stand-in with the town before the tests of a suite, which can use both, and closes them after the last. */
export function openTownPages(dialect: DialectName = 'decidim-0.32'): TownPages {
  const town = {} as TownPages;
  before(async () => {
    town.browser = await launchChromium();
    town.standIn = await createStandIn({ world: 'town', dialect });
    await bundlePages(town.standIn.url);
  });
  after(async () => {
    await town.browser.close();
    await town.standIn.close();
  });
  return town;
}
