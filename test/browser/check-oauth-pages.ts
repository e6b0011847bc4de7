import assert from 'node:assert/strict';
import { type TestContext, after, before, describe, test } from 'node:test';
import type { Browser, Page } from '@playwright/test';
import { type StandIn, createStandIn } from '../../src/index.ts';
import { assertAccessible, chromiumSkipReason, launchChromium, openPage, photograph } from '../support/page.ts';

// The pages on which people sign in and allow what applications ask for. PHOTOS names a folder for photographs.
const pick = (page: Page, name: string) => page.getByRole('button', { name }).click();

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('the pages of the sign-in', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  let standIn: StandIn;
  let origin: string;
  before(async () => {
    browser = await launchChromium();
    standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32' });
    ({ origin } = new URL(standIn.url));
  });
  after(async () => {
    await browser.close();
    await standIn.close();
  });

  const authorizeUrl = (parameters: Record<string, string> = {}): string =>
    `${origin}/oauth/authorize?${new URLSearchParams({
      client_id: 'town-app',
      redirect_uri: `${origin}/callback`.replace('localhost', '127.0.0.1'),
      response_type: 'code',
      scope: 'user api:read',
      state: 'a state',
      ...parameters,
    })}`;

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const)
    test(`are accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const { page } = await openPage(t, browser, authorizeUrl(), { width, colorScheme, allowRefusals: true });
      const check = async (heading: string, name: string) => {
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await assertAccessible(page);
        await photograph(page, `oauth-${name}-${width}-${colorScheme}`);
      };
      await check('Log in', 'sign-in');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alert').waitFor();
      await check('Log in', 'wrong-password');
      await pick(page, 'Ada Lemos');
      await check('Town app wants to use your account', 'consent');
      await page.goto(authorizeUrl({ scope: 'everything' }));
      await check('Request refused', 'refusal');
      await page.goto(`${origin}/oauth/authorize/native?code=abc`);
      await check('Authorization code', 'code');
      await page.goto(`${origin}/en/account`);
      await check('Participant settings - My account', 'account');
    });

  /** Opens a page in a browser without JavaScript. The address of the application is one that the server does not have. */
  async function openWithoutScripts(t: TestContext, url: string): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(url);
    return page;
  }

  test('work without JavaScript: search, pick and allow', async (t) => {
    const page = await openWithoutScripts(t, authorizeUrl());
    await page.getByLabel('Search people').fill('nobody has this name');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No person has such a name.').waitFor();
    await page.getByLabel('Search people').fill('LEMOS');
    await page.getByRole('button', { name: 'Search' }).click();
    assert.deepEqual(await page.locator('.people button').allInnerTexts(), ['Ada Lemos\n@ada\nParticipant']);
    await pick(page, 'Ada Lemos');
    await page.getByText('The application can act as you.').waitFor();
    await page.getByText('The application cannot write in your name.').waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL('**/callback?*');
    const { code, state } = parametersOf(page);
    assert.match(code!, /^[\w-]{43}$/);
    assert.equal(state, 'a state');
  });

  test('work without JavaScript: sign in with a password, refuse and log out', async (t) => {
    const page = await openWithoutScripts(t, authorizeUrl());
    await page.getByLabel('Email').fill('ADA@example.org');
    await page.getByLabel('Password').fill('lantern-and-river-0123456789');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL('**/callback?*');
    const { error, code, state } = parametersOf(page);
    assert.deepEqual({ error, code, state }, { error: 'access_denied', code: undefined, state: 'a state' });
    await page.goto(`${origin}/en/account`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  test('every page forbids scripts, styles and frames of others', async () => {
    for (const [path, status] of [
      ['/en/users/sign_in', 200],
      ['/en/missing', 404],
    ] as const) {
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
      assert.equal(response.status, status);
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'nonce-[\w-]{16}'; .*frame-ancestors 'self'$/, path);
    }
  });
});
