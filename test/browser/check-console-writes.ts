import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import type { Page } from '@playwright/test';
import { createStandIn } from '../../src/index.ts';
import { chromiumSkipReason } from '../support/chromium.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { type PageOptions, assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';
import type { AnyData } from '../support/test-server.ts';

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

// Creates, edits and deletes records in `/console`. PHOTOS names a folder for photographs.
describe('the console writes', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();
  const control = async (method: string, path: string, body?: unknown): Promise<AnyData> => {
    const response = await fetch(new URL(`/__admin${path}`, town.standIn.url), {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  };
  const recordOf = async (kind: string, id: number | string) => (await control('GET', `/records/${kind}/${id}`)).record;

  async function open(t: TestContext, path: string, options: PageOptions = {}) {
    t.after(() => town.standIn.reset());
    const { page } = await openPage(t, town.browser, new URL(path, town.standIn.url).href, {
      allowRefusals: true,
      ...options,
    });
    return page;
  }

  test('a record is created with what it needs; the rest has defaults', async (t) => {
    const page = await open(t, '/console#records/proposals');
    await page.getByRole('link', { name: 'New record' }).click();
    await page.getByRole('heading', { name: 'New record of proposals' }).waitFor();
    const component = page.getByLabel('componentId');
    await component.fill('Prop');
    const option = page.locator('datalist option[value="1 · Proposals"]');
    await option.waitFor({ state: 'attached' });
    await component.fill((await option.getAttribute('value'))!);
    await page.getByRole('group', { name: 'title' }).getByLabel('en').fill('A fountain');
    await page.getByRole('group', { name: 'body' }).getByLabel('en').fill('Two lines\nof text');
    await page.getByText(/^\d+ more fields$/).click();
    await page.getByLabel('latitude').fill('north');
    await page.getByLabel('publishedAt').fill('tomorrow');
    await photograph(page, 'console-create');
    await page.getByRole('button', { name: 'Create it' }).click();
    // Each problem is at its field, the first one is in view, and what was typed stays.
    for (const [name, problem] of [
      ['latitude', 'must be number'],
      ['publishedAt', 'must be an ISO 8601 date-time'],
    ] as const) {
      const alert = page.locator('.field', { has: page.getByLabel(name) }).getByRole('alert');
      await alert.filter({ hasText: problem }).waitFor();
    }
    await page.waitForFunction(`(() => {
      const { top, bottom } = document.querySelector('.record-form [role=alert]').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`);
    for (const name of ['latitude', 'publishedAt']) await page.getByLabel(name).fill('');
    await page.getByRole('group', { name: 'title' }).getByLabel('ca').fill('Una font');
    await page.getByRole('button', { name: 'Create it' }).press('Enter');
    await page.getByRole('heading', { name: 'A fountain' }).waitFor();
    const created = await recordOf('proposals', new URL(page.url()).hash.split('/').at(-1)!);
    assert.deepEqual(created.title, { en: 'A fountain', ca: 'Una font' });
    assert.deepEqual(created.body, { en: 'Two lines\nof text' });
    assert.equal(created.componentId, 1);
  });

  test('only what was changed is sent, and empty fields become null', async (t) => {
    const page = await open(t, '/console#records/meetings/1');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('address').fill('Mill Road 7');
    await page.getByLabel('latitude').fill('');
    await page.getByText(/fields without a value$/).click();
    const sent = page.waitForRequest((each) => each.method() === 'PATCH');
    await photograph(page, 'console-edit');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save the changes' }).click();
    assert.deepEqual((await sent).postDataJSON(), { address: 'Mill Road 7', latitude: null });
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    const { address, latitude } = await recordOf('meetings', 1);
    assert.deepEqual([address, latitude], ['Mill Road 7', null]);
  });

  test('text that must be JSON and is not is a problem of its field, and nothing is sent', async (t) => {
    const page = await open(t, '/console#records/users/8/edit');
    let writes = 0;
    page.on('request', (request) => (writes += request.method() === 'PATCH' ? 1 : 0));
    await page.locator('.record-form summary').click();
    await page.getByLabel('avatar').fill('{');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.locator('.error', { hasText: 'The text is not JSON' }).waitFor();
    assert.equal(writes, 0);
  });

  test('a record is deleted after a question', async (t) => {
    const page = await open(t, '/console#records/badgeScores/1');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.ok(await recordOf('badgeScores', 1));
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await status(page, '2 records');
    assert.equal(await recordOf('badgeScores', 1), undefined);
  });

  test('a record to which others refer is not deleted, and the page says who they are', async (t) => {
    const page = await open(t, '/console#records/proposals/1');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const sentence = /^proposals 1: cannot be deleted, because likes \d+ refers to it with resource/;
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await page.getByRole('heading', { name: 'Plant lime trees along Mill Road' }).waitFor();
    assert.ok(await recordOf('proposals', 1));
  });

  test('what the server says about the whole record is shown below the form', async (t) => {
    const page = await open(t, '/console#records/badgeScores/2/edit');
    const value = page.getByLabel('value');
    await value.fill('7');
    await control('DELETE', '/records/badgeScores/2');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.locator('.problem[role=alert]', { hasText: 'There is no record "2" in badgeScores.' }).waitFor();
    assert.equal(await value.inputValue(), '7');
  });

  test('a form whose control token is refused asks for it, and keeps what was typed', async (t) => {
    const locked = await createStandIn({ controlToken: 'a-secret' });
    const url = new URL('/console#records/users/2/edit', locked.url).href;
    const { page } = await openPage(t, town.browser, url, { allowRefusals: true, server: locked });
    // The token of the server changes as if it started again.
    let accepted = 'one';
    await page.route('**/__admin/**', async (route) => {
      const headers = route.request().headers();
      const isAccepted = headers['authorization'] === `Bearer ${accepted}`;
      await route.continue({ headers: { ...headers, ...(isAccepted && { authorization: 'Bearer a-secret' }) } });
    });
    await page.getByLabel('Value of --control-token').first().fill('one');
    await page.keyboard.press('Enter');
    await page.getByLabel('name', { exact: true }).fill('Ada');
    accepted = 'two';
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.locator('.record-form + .problem').getByLabel('Value of --control-token').fill('two');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    assert.equal((await locked.records.find('users', { id: 2 }))[0]!.name, 'Ada');
  });

  test('pictures are shown, threads are readable, and a record opens as GraphQL', async (t) => {
    const page = await open(t, '/console#records/users/4');
    const picture = page.getByRole('img', { name: 'avatar of users 4' });
    await picture.waitFor();
    await page.waitForFunction('document.querySelector("img.picture").naturalWidth === 400');
    await page.goto(new URL('/console#records/proposals/1', town.standIn.url).href);
    const thread = page.getByRole('region', { name: 'Comments' });
    await thread.getByText('Lime trees smell wonderful in June.').waitFor();
    // An answer to an answer is inside both.
    await thread.locator('li li li', { hasText: 'Exactly, *that* is the point.' }).first().waitFor();
    await thread.getByRole('link', { name: /\w/ }).first().waitFor();
    await assertAccessible(page);
    await photograph(page, 'console-thread');
    await page.getByRole('link', { name: 'Open as GraphQL' }).click();
    // The button does nothing before the editor has the request.
    await page.locator('.graphiql-query-editor .CodeMirror-line', { hasText: 'proposal(id:' }).waitFor();
    const sent = page.waitForResponse((each) => each.url().endsWith('/api'));
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const { data } = await (await sent).json();
    assert.equal(data.component.proposal.id, '1');
    await page.getByText(/status 200 in/).waitFor();
  });

  test('the world is saved to a folder', async (t) => {
    const folder = createTemporaryFolder(t);
    const page = await open(t, '/console#worlds');
    t.mock.method(process, 'cwd', () => folder);
    const name = page.getByLabel('Name of a new folder');
    await name.fill('../town');
    await page.getByRole('button', { name: 'Save the world' }).click();
    await page.locator('.error', { hasText: 'a name with 1 to 100 letters' }).waitFor();
    await name.fill('saved');
    await name.press('Enter');
    await status(page, 'plenum serve --world ./saved --memory');
    assert.ok(existsSync(join(folder, 'saved', 'proposals.json')));
    await name.press('Enter');
    await page.locator('.error', { hasText: 'already something called saved' }).waitFor();
  });

  test('a link opens each page in a session, and another choice stays', async (t) => {
    for (const path of ['/', '/explorer', '/console']) {
      const page = await open(t, `${path}?session=linked${path === '/console' ? '#clock' : ''}`);
      const picker = page.getByRole('combobox', { name: 'World' });
      await picker.locator('option:checked', { hasText: 'session linked' }).waitFor({ state: 'attached' });
      await picker.selectOption("the server's own");
      await page.reload({ waitUntil: 'networkidle' });
      assert.equal(await picker.inputValue(), '', path);
    }
    const page = await open(t, '/console?session=linked#worlds');
    await page.getByRole('button', { name: 'Copy a link to linked' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, new URL('/?session=linked', town.standIn.url).href);
  });

  test('with a site, the link to a session opens the site in it', async (t) => {
    const site = createTemporaryFolder(t);
    writeFileSync(join(site, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><h1>The town</h1>');
    const server = await createStandIn({ site });
    const { page } = await openPage(t, town.browser, new URL('/console#worlds', server.url).href, { server });
    await page.getByLabel('Name of a new session').fill('linked');
    await page.getByRole('button', { name: 'Create the session' }).click();
    await page.getByRole('button', { name: 'Copy a link to linked' }).click();
    await page.getByText('Copied').waitFor();
    await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
    await page.getByRole('heading', { name: 'The town' }).waitFor();
    const change = `fetch('/__admin/records/users/2', {
      method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{ "name": "Of the session" }',
    }).then(({ status }) => status)`;
    assert.equal(await page.evaluate(change), 200);
    const nameIn = async (headers: Record<string, string>) => {
      const response = await fetch(new URL('/__admin/records/users/2', server.url), { headers });
      return ((await response.json()) as AnyData).record.name;
    };
    assert.equal(await nameIn({ 'X-Plenum-Session': 'linked' }), 'Of the session');
    assert.notEqual(await nameIn({}), 'Of the session');
  });

  for (const [width, colorScheme] of looks)
    test(`forms are accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const page = await open(t, '/console#records/users/4/edit', { width, colorScheme });
      await page.getByRole('button', { name: 'Save the changes' }).waitFor();
      await page.locator('.record-form summary').click();
      await assertAccessible(page);
      await photograph(page, `console-form-${width}-${colorScheme}`);
    });
});
