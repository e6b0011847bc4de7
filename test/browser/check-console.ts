import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { StandIn } from '../../src/index.ts';
import { chromiumSkipReason } from '../support/chromium.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { openPage } from '../support/page.ts';
import { type AnyData, readOperation } from '../support/test-server.ts';
import { openTownPages } from '../support/town-pages.ts';

const markup = '<img src=x onerror="document.title=1">';
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.textContent || document.activeElement.tagName');
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

const countUsers = async ({ records }: Pick<StandIn, 'records'>) => (await records.find('users')).length;

// Uses each panel of `/console` in a browser.
describe('the page /console', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();

  async function open(t: TestContext, hash: string) {
    t.after(() => town.standIn.reset());
    const url = new URL(`/console${hash}`, town.standIn.url).href;
    return (await openPage(t, town.browser, url, { allowRefusals: true })).page;
  }
  const send = (body: object, headers: Record<string, string> = {}) =>
    town.standIn.fetch('/api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const viewer = async (authorization: string): Promise<AnyData> => {
    const response = await send({ query: '{ session { user { id } } }' }, { authorization });
    return ((await response.json()) as AnyData).data?.session?.user?.id;
  };

  test('records are searched while the reader types, and links lead to what refers to them, by the keyboard', async (t) => {
    const page = await open(t, '#records/proposals');
    await page.getByLabel('Search').pressSequentially('lime');
    await status(page, '1 of 31 records');
    await page.getByRole('link', { name: 'Plant lime trees along Mill Road' }).press('Enter');
    await page.getByRole('link', { name: 'components 1' }).waitFor();
    // The link is gone; the focus is at the beginning of the new content, not of the page.
    assert.equal(await focused(page), 'Plant lime trees along Mill Road');
    await page.goBack();
    await status(page, '1 of 31 records');
    assert.equal(await page.getByLabel('Search').inputValue(), 'lime');
    await page.goForward();
    await page.getByRole('link', { name: 'comments', exact: true }).press('Enter');
    await status(page, '9 of 61 records');
    await page.getByText('Only those that refer to proposals/1 by commentable').waitFor();
  });

  test('a record is created, and the problem of a wrong value is at its field; its text is shown as text', async (t) => {
    const page = await open(t, '#records/proposals/new');
    await page.getByLabel('componentId').fill('1');
    await page.getByRole('group', { name: 'title' }).getByLabel('en').fill(markup);
    await page.getByRole('group', { name: 'body' }).getByLabel('en').fill('Two lines\nof text');
    await page.getByText(/^\d+ more fields$/).click();
    await page.getByLabel('latitude').fill('north');
    await page.getByRole('button', { name: 'Create it' }).click();
    const field = page.locator('.field', { has: page.getByLabel('latitude') });
    await field.getByRole('alert').filter({ hasText: 'must be number' }).waitFor();
    await page.getByLabel('latitude').fill('');
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    const id = Number(new URL(page.url()).hash.split('/').at(-1));
    const [created] = await town.standIn.records.find('proposals', { id });
    assert.deepEqual(created!.body, { en: 'Two lines\nof text' });
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await page.title(), 'Console · Plenum');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await status(page, '31 records');
  });

  test('requests appear as they arrive, are filtered, copied as curl, and become the draft of a case', async (t) => {
    const page = await open(t, '#clock');
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByText('No request so far').waitFor();
    await send({ query: '{ nothing }' });
    const variables = {
      componentId: 2,
      input: { locale: 'en', attributes: { ...inPersonAttributes, address: markup } },
    };
    await send({ query: readOperation('create-meeting'), variables }, { Authorization: 'Bearer member-token' });
    await page.getByRole('button', { name: /createMeeting/ }).waitFor();
    await page.getByLabel('Text').fill('CREATEMEETING');
    await page.getByText('1 of 2 requests').waitFor();
    await page.getByRole('button', { name: /createMeeting/ }).press('Enter');
    // What a client sent is shown as text.
    await page.getByRole('region', { name: 'Variables' }).getByText('<img src=x').waitFor();
    assert.equal(await page.locator('.requests img').count(), 0);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor();
    await promisify(execFile)('bash', ['-c', `${await copied(page)} -s`]);
    const [, first, again] = await town.standIn.requests.find();
    assert.deepEqual([again!.user, again!.variables], [2, first!.variables]);
    await page.getByRole('button', { name: 'Save as draft case' }).first().click();
    await page.getByText(/fixtures\/cases\/create-meeting\/recorded-\d\.yaml/).waitFor();
    await page.getByRole('button', { name: 'Copy the draft' }).click();
    await page.getByRole('button', { name: 'Copied' }).last().waitFor();
    assert.match(await copied(page), /actor: member/);
  });

  test('a common fault acts and is removed; the problem of a wrong rule is at its field', async (t) => {
    const page = await open(t, '#faults');
    await page.getByText('There are no faults').waitFor();
    await page.getByLabel('Retry-After').fill('7');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await status(page, 'Added: Status 503 with Retry-After: 7 for all requests.');
    const response = await send({ query: '{ __typename }' });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7']);
    await page.getByText('applied 1 time', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove: Status 503' }).press('Enter');
    await status(page, 'The fault is removed.');
    assert.equal(await focused(page), 'Faults of this world');
    const rule = page.getByLabel('Rule, as JSON');
    await rule.fill('{ "effect": { "status": 99 } }');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.locator('.error', { hasText: 'The member "effect.status" must be >= 200.' }).waitFor();
    assert.equal(await rule.getAttribute('aria-invalid'), 'true');
    await rule.fill('{ "match": { "user": null }, "effect": { "status": 418 } }');
    await page.getByRole('button', { name: 'Add the rule' }).press('Enter');
    await status(page, 'Added: Status 418 for anonymous requests.');
    assert.equal((await send({ query: '{ __typename }' })).status, 418);
  });

  test('a snapshot is restored in a session, and a reset asks first', async (t) => {
    const page = await open(t, '#worlds');
    await page.getByLabel('Name of a new snapshot').fill('before');
    await page.getByRole('button', { name: 'Take the snapshot' }).click();
    await status(page, 'The snapshot before is taken.');
    const count = await countUsers(town.standIn);
    await town.standIn.token({ name: 'Afterwards', admin: false });
    assert.equal(await countUsers(town.standIn), count + 1);
    await page.getByRole('button', { name: 'Restore before' }).press('Enter');
    await status(page, 'Returned to before');
    assert.equal(await countUsers(town.standIn), count);
    await page.getByLabel('Name of a new session').fill('mine');
    await page.getByRole('button', { name: 'Create the session' }).click();
    await status(page, 'The session mine is created.');
    await page.getByRole('button', { name: 'Show mine' }).press('Space');
    const mine = await town.standIn.session('mine');
    await mine.token({ name: 'Lost', admin: false });
    await page.getByRole('button', { name: 'Reset…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reset the session mine?' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'Reset…');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await status(page, 'Reset: the session mine.');
    assert.equal(await countUsers(mine), count);
  });

  test('the clock is stopped and advanced; a token is issued, copied and revoked', async (t) => {
    const page = await open(t, '#clock');
    await page.getByLabel('Time, in UTC').fill('2031-05-06T07:08:09');
    await page.getByRole('button', { name: 'Stop it there' }).click();
    await status(page, 'The clock stands at 2031-05-06 07:08:09 UTC.');
    const advance = page.getByRole('form', { name: 'Advance the clock' });
    await advance.getByLabel('Number').fill('2');
    await advance.getByLabel('Number').press('Enter');
    await status(page, 'The clock is 2 hours further.');
    assert.match((await town.standIn.clock.get()).time, /^2031-05-06T09:08:09/);
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('combobox', { name: 'User' }).fill('4');
    await page.getByRole('button', { name: 'Issue the token' }).click();
    await page.getByRole('button', { name: 'Copy the token' }).press('Enter');
    await page.getByText('Copied').waitFor();
    const authorization = `Bearer ${await copied(page)}`;
    assert.equal(await viewer(authorization), '4');
    await page.getByRole('button', { name: 'Revoke the token of the user 4' }).click();
    await status(page, 'The token of the user 4 is revoked.');
    assert.equal(await viewer(authorization), undefined);
  });
});
