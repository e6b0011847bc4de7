import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { StandIn } from '../../src/index.ts';
import { chromiumSkipReason, openPage, openTownPages } from '../support/page.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { type AnyData, readOperation } from '../support/test-server.ts';

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
    await page.getByText('components/1').waitFor();
    // The link is gone; the focus is at the beginning of the new content, not of the page.
    assert.equal(await focused(page), 'Plant lime trees along Mill Road');
    await page.goBack();
    await status(page, '1 of 31 records');
    assert.equal(await page.getByLabel('Search').inputValue(), 'lime');
    await page.goForward();
    await page.getByRole('link', { name: 'Comments', exact: true }).press('Enter');
    await status(page, '9 of 61 records');
    await page.getByText('Only those that refer to proposals/1 by commentable').waitFor();
  });

  test('a record is created as JSON, the problems of wrong values are told, and its text is shown as text', async (t) => {
    const page = await open(t, '#records/proposals/new');
    const record = page.getByLabel('Record, as JSON');
    await status(page, /Empty: title\.en, .*body\.en/);
    await record.fill('{ "title": ');
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('alert').filter({ hasText: 'The text is not JSON' }).waitFor();
    await record.fill(JSON.stringify({ title: { en: markup }, body: { en: 'Two lines\nof text' }, latitude: 'north' }));
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('alert').filter({ hasText: 'latitude: must be number' }).waitFor();
    await record.fill(JSON.stringify({ title: { en: markup }, body: { en: 'Two lines\nof text' } }));
    // Nobody has to know the id of a participant.
    const author = page.getByLabel('Record for authorIds');
    await author.fill('Ada Lemos');
    const option = page.locator('datalist option[value$="Ada Lemos"]');
    await option.waitFor({ state: 'attached' });
    await author.fill((await option.getAttribute('value'))!);
    await page.locator('.field', { has: author }).getByRole('button', { name: 'Use it' }).click();
    await status(page, 'authorIds refers to 4 now.');
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    const id = Number(new URL(page.url()).hash.split('/').at(-1));
    const [created] = await town.standIn.records.find('proposals', { id });
    assert.deepEqual([created!.body, created!.authorIds], [{ en: 'Two lines\nof text' }, [4]]);
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await page.title(), 'Console · Plenum');
    await page.getByRole('link', { name: 'Edit' }).click();
    await record.fill((await record.inputValue()).replace('Two lines', 'Three lines'));
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('Three lines').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await status(page, '31 records');
  });

  test('requests appear as they arrive, are filtered, copied as curl, and become the draft of a case', async (t) => {
    const page = await open(t, '#requests');
    await page.getByText('No request so far').waitFor();
    await send({ query: '{ nothing }' });
    const variables = {
      componentId: 2,
      input: { locale: 'en', attributes: { ...inPersonAttributes, address: markup } },
    };
    await send({ query: readOperation('create-meeting'), variables }, { Authorization: 'Bearer member-token' });
    await page.getByRole('link', { name: 'createMeeting' }).waitFor();
    await page.getByLabel('Filter').fill('CREATEMEETING');
    await page.getByText('1 of 2 requests').waitFor();
    await page.getByRole('link', { name: 'createMeeting' }).press('Enter');
    // What a client sent is shown as text.
    await page.getByRole('region', { name: 'Variables' }).getByText('<img src=x').waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor();
    await promisify(execFile)('bash', ['-c', `${await copied(page)} -s`]);
    const [, first, again] = await town.standIn.requests.find();
    assert.deepEqual([again!.user, again!.variables], [2, first!.variables]);
    await page.getByRole('button', { name: 'Draft a case' }).click();
    await status(page, /fixtures\/cases\/create-meeting\/recorded-\d\.yaml/);
    assert.match((await page.getByRole('region', { name: 'Draft' }).textContent())!, /actor: member/);
  });

  test('a common fault acts for an operation and is removed; what is wrong with a rule is told', async (t) => {
    const page = await open(t, '#faults');
    await page.getByText('There are no faults').waitFor();
    await page.getByLabel('For the operation').fill('Broken');
    await page.getByRole('button', { name: 'Maintenance (503)' }).click();
    await status(page, 'Added: Status 503 with Retry-After: 600 for the operation Broken.');
    assert.equal((await send({ query: 'query Broken { __typename }' })).status, 503);
    assert.equal((await send({ query: 'query Whole { __typename }' })).status, 200);
    await page.getByText('applied 1 time', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove: Status 503' }).press('Enter');
    await status(page, 'The fault is removed.');
    assert.equal(await focused(page), 'Faults');
    const rule = page.getByLabel('Rule, as JSON');
    await rule.fill('{ "effect": { "status": 99 } }');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('alert').filter({ hasText: 'The member "effect.status" must be >= 200.' }).waitFor();
    await rule.fill('{ "match": { "user": null }, "effect": { "status": 418 } }');
    await page.getByRole('button', { name: 'Add the fault' }).press('Enter');
    await status(page, 'Added: Status 418 for anonymous requests.');
    assert.equal((await send({ query: '{ __typename }' })).status, 418);
  });

  test('a snapshot is restored in a session, and a reset asks first', async (t) => {
    const page = await open(t, '#world');
    await page.getByLabel('Name of a new snapshot').fill('before');
    await page.getByRole('button', { name: 'Take it' }).click();
    await status(page, 'The snapshot before is taken.');
    const count = await countUsers(town.standIn);
    await town.standIn.token({ name: 'Afterwards', admin: false });
    assert.equal(await countUsers(town.standIn), count + 1);
    await page.getByRole('button', { name: 'Restore before' }).press('Enter');
    await status(page, 'Returned to before');
    assert.equal(await countUsers(town.standIn), count);
    await page.getByLabel('Name of a new session').fill('mine');
    await page.getByRole('button', { name: 'Create it' }).click();
    await status(page, 'The session mine is created.');
    await page.getByRole('combobox', { name: 'Session' }).selectOption('mine');
    const mine = await town.standIn.session('mine');
    await mine.token({ name: 'Lost', admin: false });
    await page.getByRole('button', { name: 'Reset…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reset the session mine?' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'Reset…');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await status(page, 'The session mine is as it was when it was loaded.');
    assert.equal(await countUsers(mine), count);
  });

  test('the clock is stopped and advanced; a token is issued, copied and revoked', async (t) => {
    const page = await open(t, '#world');
    await page.getByLabel('Stop at a time, in UTC').fill('2031-05-06T07:08');
    await page.getByRole('button', { name: 'Stop it there' }).click();
    await status(page, 'The clock is stopped at 2031-05-06 07:08:00 UTC');
    await page.getByRole('button', { name: 'a day' }).press('Enter');
    await status(page, 'The clock is stopped at 2031-05-07 07:08:00 UTC');
    await page.getByRole('combobox', { name: 'User' }).fill('4');
    await page.getByRole('button', { name: 'Issue a token' }).click();
    await page.getByRole('button', { name: 'Copy the token' }).press('Enter');
    await page.getByText('Copied').waitFor();
    const authorization = `Bearer ${await copied(page)}`;
    assert.equal(await viewer(authorization), '4');
    await page.getByRole('button', { name: 'Revoke the token of the user 4' }).click();
    await status(page, 'The token of the user 4 is revoked.');
    assert.equal(await viewer(authorization), undefined);
  });
});
