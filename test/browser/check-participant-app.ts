import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { type PlugIn, type StandIn, createStandIn } from '../../src/index.ts';
import { assertAccessible, chromiumSkipReason, launchChromium, photograph } from '../support/page.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { freePort, startProcess } from '../support/process.ts';

// Signs participants in on the pages of examples/participant-app, with the town behind them. PHOTOS names a folder for photographs.
const example = fileURLToPath(new URL('../../examples/participant-app', import.meta.url));
const library = createRequire(import.meta.url).resolve('oauth4webapi');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>;

test('the example asks for the version of oauth4webapi that its tests use', () => {
  const root = read(fileURLToPath(new URL('../../package.json', import.meta.url)));
  const { oauth4webapi } = read(join(example, 'package.json'))['dependencies']!;
  assert.equal(oauth4webapi, root['devDependencies']!['oauth4webapi']);
});

/** Signs in on the pages of the platform, and allows what the app asks for. */
async function signIn(page: Page, application: string, choosePerson: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await choosePerson();
  await page.getByText(`${application} wants to use your account`).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Signed in as Ada Lemos').waitFor();
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/');
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('lantern-and-river-0123456789');
  await page.getByRole('button', { name: 'Log in' }).click();
}

const pickAda = (page: Page) => page.getByRole('button', { name: 'Ada Lemos' }).click();

// Tokens expire within the minute in which the app exchanges them: each request to the API gets a new one before.
const sayTokensExpireSoon: PlugIn = async (ctx, next) => {
  await next();
  if (ctx.path === '/oauth/token') ctx.body = String(ctx.body).replace(/"expires_in":\d+/, '"expires_in":60');
};

describe('the app for participants', { skip: chromiumSkipReason, timeout: 60_000 }, () => {
  let browser: Browser;
  let standIn: StandIn;
  before(async () => {
    browser = await launchChromium();
    standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32', use: [sayTokensExpireSoon] });
  });
  after(async () => {
    await browser.close();
    await standIn.close();
  });

  async function openPage(t: TestContext, url: string): Promise<Page> {
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(url);
    await page.getByText('Sign in to vote and comment.').waitFor();
    return page;
  }

  /** Starts a server of the example, whose address an application of the town knows. */
  async function startApp(t: TestContext, file: string, application: number): Promise<string> {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const [found] = await standIn.records.find('oauthApplications', { id: application });
    await standIn.records.update('oauthApplications', application, {
      redirectUris: [...found!['redirectUris'], `${origin}/callback`],
    });
    const environment = { PORT: String(port), PLATFORM: new URL(standIn.url).origin };
    await startProcess(t, process.execPath, [join(example, file)], environment).waitForOutput('stdout', /Open/);
    return origin;
  }

  /** Votes for a proposal and comments on it, and checks the stored records. */
  async function voteAndComment(page: Page, id: number): Promise<void> {
    const [proposal] = await standIn.records.find('proposals', { id });
    const item = page.locator('#proposals li', { hasText: (proposal!['title'] as { en: string }).en });
    const [votes, comments] = (await item.locator('.counts').textContent())!.match(/\d+/g)!.map(Number) as [
      number,
      number,
    ];
    const exchanges = async () =>
      (await standIn.requests.find({})).filter(({ path }) => path === '/oauth/token').length;
    const earlier = await exchanges();
    await item.getByRole('button', { name: 'Vote' }).click();
    await page.getByText('Your vote counts.').waitFor();
    const body = `I would sit there every day, says the visitor of ${page.url()}`;
    await item.getByRole('textbox').fill(body);
    await item.getByRole('button', { name: 'Comment' }).click();
    await page.getByText('Your comment is published.').waitFor();
    assert.equal(await item.locator('.counts').textContent(), `${votes + 1} votes · ${comments + 1} comments`);
    const { data } = (await (
      await fetch(standIn.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ component(id: 1) { ... on Proposals { proposal(id: ${id}) { voteCount comments { body author { name } } } } } }`,
        }),
      })
    ).json()) as { data: { component: { proposal: { voteCount: number; comments: object[] } } } };
    assert.equal(data.component.proposal.voteCount, votes + 1);
    assert.equal(await exchanges(), earlier + 2);
    assert.deepEqual(data.component.proposal.comments.at(-1), { body, author: { name: 'Ada Lemos' } });
  }

  test('a participant signs in with a password, votes, comments and signs out', async (t) => {
    const page = await openPage(t, await startApp(t, 'server.js', 2));
    assert.equal(await page.locator('#proposals button:visible').count(), 0);
    await signIn(page, 'Town app', () => enterPassword(page));
    await voteAndComment(page, 20);
    await assertAccessible(page);
    await photograph(page, 'participant-app');
    await page.reload();
    await page.getByText('Signed in as Ada Lemos').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Sign in to vote and comment.').waitFor();
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
  });

  test('a participant who is picked from the list signs in through the backend', async (t) => {
    const page = await openPage(t, await startApp(t, 'backend/server.js', 1));
    await signIn(page, 'Town website', () => pickAda(page));
    await voteAndComment(page, 14);
    // The page cannot read what signs it in.
    assert.equal(await page.evaluate('document.cookie + sessionStorage.length + localStorage.length'), '00');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Sign in to vote and comment.').waitFor();
  });

  test('the page works as the site of the stand-in', async (t) => {
    const site = createTemporaryFolder(t);
    cpSync(join(example, 'app'), site, { recursive: true });
    copyFileSync(library, join(site, 'oauth4webapi.js'));
    const own = await createStandIn({ world: 'town', dialect: 'decidim-0.32', site });
    t.after(() => own.close());
    const page = await openPage(t, `http://127.0.0.1:${own.port}/`);
    await signIn(page, 'Town app', () => pickAda(page));
    await page.getByRole('button', { name: 'Vote for Quiet hours by the river' }).click();
    await page.getByText('Your vote counts.').waitFor();
  });

  test('a participant who refuses is told so, and can try again', async (t) => {
    const page = await openPage(t, await startApp(t, 'server.js', 2));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await pickAda(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('That did not work: The resource owner').waitFor();
    await page.getByText('Sign in to vote and comment.').waitFor();
  });
});
