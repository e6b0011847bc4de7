import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createStandIn } from '../../src/index.ts';
import { chromiumSkipReason } from '../support/chromium.ts';
import { type PageOptions, assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';
import type { AnyData } from '../support/test-server.ts';

const markup = '<img src=x onerror="document.title=1">';

const headersOf = (session: string): Record<string, string> => (session ? { 'X-Plenum-Session': session } : {});
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.textContent || document.activeElement.tagName');

// Uses the panels of `/console` in a browser, except for that of the requests. PHOTOS names a folder for photographs.
describe('the page /console', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();

  /** Opens the console at a place; `session` is what its picker says. */
  async function open(t: TestContext, hash: string, session = '', options: PageOptions = {}) {
    const { page } = await openPage(t, town.browser, new URL(`/console${hash}`, town.standIn.url).href, options);
    if (session) {
      // The session begins with its first request, so the picker does not list it yet.
      await page.evaluate(`sessionStorage.setItem('plenum.session', ${JSON.stringify(session)})`);
      await page.reload({ waitUntil: 'networkidle' });
    }
    return page;
  }
  async function control(method: string, path: string, body?: unknown, session = ''): Promise<AnyData> {
    const response = await fetch(new URL(`/__admin${path}`, town.standIn.url), {
      method,
      headers: { ...headersOf(session), 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
  const query = (session = '', authorization = '', text = '{ session { user { id } } }') =>
    fetch(town.standIn.url, {
      method: 'POST',
      headers: { ...headersOf(session), 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify({ query: text }),
    });
  const viewer = async (token: string, session = '') =>
    ((await (await query(session, `Bearer ${token}`)).json()) as AnyData).data?.session?.user?.id;
  const countOf = async (kind: string, session = '') =>
    (await control('GET', `/records/${kind}?first=1`, undefined, session)).total as number;
  /** Creates a user, because it is the shortest way to change a world. */
  const addUser = (name: string, session = '') => control('POST', '/tokens', { admin: false, name }, session);

  test('records are searched while the reader types, and the way back keeps the search', async (t) => {
    const page = await open(t, '');
    await page.getByRole('heading', { name: 'proposals' }).waitFor();
    await page.getByRole('link', { name: 'comments 61' }).click();
    await status(page, '61 records, 50 on this page');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    assert.equal(await page.locator('.rows tbody tr').count(), 11);
    await page.goBack();
    await page.getByLabel('Search').pressSequentially('lime tr');
    await status(page, '1 of 61 records');
    await page.getByRole('link', { name: 'Lime trees smell wonderful in June.' }).click();
    await page.getByRole('heading', { name: 'Lime trees smell wonderful in June.' }).waitFor();
    await page.goBack();
    await status(page, '1 of 61 records');
    assert.equal(await page.getByLabel('Search').inputValue(), 'lime tr');
    // Another kind begins without the search.
    await page.getByRole('link', { name: 'users 19' }).click();
    await status(page, '19 records');
    assert.equal(await page.getByLabel('Search').inputValue(), '');
    await page.getByRole('link', { name: 'Newest first' }).click();
    await page.locator('.rows tbody tr').first().getByText('19', { exact: true }).waitFor();
  });

  test('links lead from a record to what it refers to and to what refers to it, by the keyboard alone', async (t) => {
    const page = await open(t, '#records/proposals');
    await page.getByLabel('Search').focus();
    await page.keyboard.type('lime');
    await status(page, '1 of 31 records');
    for (const expected of ['Newest first', 'New record', 'Plant lime trees along Mill Road']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'components 1' }).waitFor();
    // The link is gone; the focus is at the beginning of the new content, not of the page.
    assert.equal(await focused(page), 'Plant lime trees along Mill Road');
    for (const expected of ['Edit', 'Delete…', 'Open as GraphQL', 'components 1']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Proposals' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'comments', exact: true }).last().focus();
    await page.keyboard.press('Enter');
    await status(page, '9 of 61 records');
    await page.getByText('Only those that refer to proposals/1 by commentable').waitFor();
    await page.locator('.rows').getByText('Lime trees smell wonderful in June.').waitFor();
    await page.getByRole('link', { name: 'Show all' }).press('Enter');
    await status(page, '61 records');
  });

  test('the dialect is shown', async (t) => {
    const page = await open(t, '#clock');
    await page.getByText('Dialect decidim-0.32').waitFor();
  });

  test('the link to the content skips the menus of any panel', async (t) => {
    const page = await open(t, '#clock');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    assert.equal(new URL(page.url()).hash, '#clock');
    await page.getByRole('heading', { name: 'Clock of this world' }).waitFor();
  });

  test('texts are shown as they are stored: markup as text, long ones folded, in each locale', async (t) => {
    const state = await control('GET', '/state', undefined, 'html');
    const [proposal] = state['proposals.json'];
    proposal.title = { en: markup, ca: `${markup} (ca)` };
    proposal.body = { en: `<p>${'long '.repeat(400)}</p>${markup}` };
    await control('PUT', '/state', state, 'html');
    const page = await open(t, '#records/proposals', 'html');
    await page.getByRole('link', { name: markup }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    await page.locator('dd[lang=ca]').getByText(`${markup} (ca)`).waitFor();
    const unfold = page.getByRole('button', { name: /^Show all 2,\d+ characters$/ });
    await unfold.press('Space');
    await page.locator('dd[lang=en]').getByText(`</p>${markup}`).waitFor();
    await page.getByRole('button', { name: 'Fold' }).click();
    assert.equal(await page.locator('dd[lang=en]').getByText(`</p>${markup}`).count(), 0);
    await page.getByText('JSON', { exact: true }).click();
    assert.equal(JSON.parse((await page.getByLabel('proposals 1 as JSON').textContent())!).title.en, markup);
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    assert.equal(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')).body.en, proposal.body.en);
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await page.title(), 'Console · Plenum');
  });

  test('a hundred thousand records are paged and searched', async (t) => {
    const state = await control('GET', '/state', undefined, 'large');
    const first = state['taxonomies.json'].length + 1;
    for (let id = first; id <= 100_000; id++)
      state['taxonomies.json'].push({ id, name: { en: `Taxonomy ${id}` }, parentId: null, weight: 0 });
    await control('PUT', '/state', state, 'large');
    const page = await open(t, '#records/taxonomies', 'large');
    await status(page, '100,000 records, 50 on this page');
    assert.equal(await page.locator('.rows tbody tr').count(), 50);
    await page.getByLabel('Search').fill('taxonomy 99');
    await status(page, '1,111 of 100,000 records, 50 on this page');
    await page.getByLabel('Search').fill('99999');
    await status(page, '1 of 100,000 records');
    await control('DELETE', '/sessions/large');
  });

  test('a fault from the form acts, is turned off and on with the keyboard, counts, and is removed', async (t) => {
    const page = await open(t, '#faults');
    await page.getByText('There are no faults').waitFor();
    await page.getByLabel('Retry-After').fill('7');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await status(page, 'Added: Status 503 with Retry-After: 7 for all requests.');
    const response = await query();
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7']);
    await page.getByText('applied 1 time', { exact: true }).waitFor();
    const toggle = page.getByRole('switch');
    await toggle.focus();
    await page.keyboard.press('Space');
    await status(page, 'The fault is off.');
    assert.deepEqual([await toggle.getAttribute('aria-checked'), await focused(page)], ['false', 'Off']);
    assert.equal((await query()).status, 200);
    // The tab keeps it over another panel and over a reload.
    await page.getByRole('link', { name: 'Clock' }).click();
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.reload({ waitUntil: 'networkidle' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await status(page, 'The fault is on again.');
    assert.deepEqual([await toggle.getAttribute('aria-checked'), await focused(page)], ['true', 'On']);
    assert.equal((await query()).status, 503);
    await page.getByRole('button', { name: 'Remove: Status 503' }).press('Enter');
    await status(page, 'The fault is removed.');
    assert.equal(await focused(page), 'Faults of this world');
    assert.equal((await query()).status, 200);
    await page.getByText('There are no faults').waitFor();
  });

  test('each common fault is added, for an operation and for a field too', async (t) => {
    const session = 'faults';
    const page = await open(t, '#faults', session, { allowRefusals: true });
    const add = page.getByRole('button', { name: 'Add the fault' });
    const effect = page.getByLabel('Effect');
    await page.getByLabel('How many times').fill('3');
    await effect.selectOption('Error in the result');
    await page.getByLabel('For', { exact: true }).selectOption('an operation');
    await page.getByLabel('Name of the operation').fill('Broken');
    await add.click();
    await status(page, 'Added: Error “Busy” with the code BUSY for the operation Broken.');
    const answer: AnyData = await (
      await query(session, '', 'query Broken { organization { name { translation } } }')
    ).json();
    assert.deepEqual(answer.errors[0].extensions, { code: 'BUSY' });
    await effect.selectOption('Null (at a field)');
    await page.getByLabel('For', { exact: true }).selectOption('a field');
    await page.getByLabel('Coordinate').fill('Query.sesion');
    await add.click();
    // The problem is at its field, with the nearest names, and for screen readers.
    const coordinate = page.getByLabel('Coordinate');
    await page.getByText('There is no field "Query.sesion". Did you mean').waitFor();
    assert.equal(await coordinate.getAttribute('aria-invalid'), 'true');
    const [problem] = (await coordinate.getAttribute('aria-describedby'))!.split(' ');
    assert.match((await page.locator(`[id="${problem}"]`).textContent())!, /Query\.session/);
    await coordinate.fill('Query.session');
    await add.press('Enter');
    await status(page, 'Added: Null for the field Query.session.');
    assert.equal(((await (await query(session, 'Bearer admin-token')).json()) as AnyData).data.session, null);
    // Every field of the schema is completed, also those that no request has asked for.
    await coordinate.fill('debateconn');
    await page.locator('#coordinates option[value="DebateConnection.nodes"]').waitFor({ state: 'attached' });
    await effect.selectOption('Empty list (at a field)');
    await coordinate.fill('Organization.name');
    await add.click();
    await page.locator('.error', { hasText: 'must be an object with fields of TranslatedField' }).waitFor();
    await effect.selectOption('Another value (at a field)');
    await page.getByLabel('Value, as JSON').fill('{');
    await add.click();
    await page.locator('.error', { hasText: 'The text is not JSON' }).waitFor();
    await page.getByLabel('Value, as JSON').fill('{ "translation": "Harbour" }');
    await coordinate.fill('Organization.name');
    await add.click();
    await status(page, 'Added: Value {"translation":"Harbour"} for the field Organization.name.');
    const named: AnyData = await (
      await query(session, '', '{ organization { name { translation(locale: "en") } } }')
    ).json();
    assert.equal(named.data.organization.name.translation, 'Harbour');
    await page.getByLabel('For', { exact: true }).selectOption('all requests');
    for (const name of await effect.locator('option').allTextContents()) {
      if (name.endsWith('(at a field)')) continue;
      await effect.selectOption(name);
      await add.click();
      await status(page, 'Added:');
    }
    const { faults } = await control('GET', '/faults', undefined, session);
    assert.deepEqual(
      faults.slice(3).map(({ effect: each }: { effect: object }) => Object.keys(each).join()),
      [
        'status,retryAfter',
        'status,retryAfter',
        'status',
        'graphqlError',
        'delay',
        'reset',
        'hang',
        'reset',
        'delay',
        'status',
        'status',
        'status,headers,retryAfter,body',
      ],
    );
    assert.deepEqual((await control('GET', '/faults')).faults, []);
    await photograph(page, 'console-faults-many');
    await control('DELETE', `/sessions/${session}`);
  });

  test('a rule is added as JSON, and the problem of a wrong one is at its field', async (t) => {
    const session = 'rules';
    const page = await open(t, '#faults', session, { allowRefusals: true });
    const rule = page.getByLabel('Rule, as JSON');
    for (const [text, problem] of [
      ['{ "effect": ', 'The text is not JSON'],
      ['{ "effect": { "status": 99 } }', 'The member "effect.status" must be >= 200.'],
      ['{ "effects": {} }', 'is unknown. Did you mean effect'],
      ['[]', 'JSON object'],
    ] as const) {
      await rule.fill(text);
      await page.getByRole('button', { name: 'Add the rule' }).click();
      await page.locator('.error', { hasText: problem }).waitFor();
      assert.equal(await rule.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.locator('.problem').count(), 0);
    }
    await photograph(page, 'console-faults-problem');
    await rule.fill('{ "match": { "user": null }, "effect": { "status": 418 }, "times": 1 }');
    await page.getByRole('button', { name: 'Add the rule' }).press('Enter');
    await status(page, 'Added: Status 418 for anonymous requests.');
    assert.equal(await rule.getAttribute('aria-invalid'), null);
    assert.deepEqual([(await query(session)).status, (await query(session)).status], [418, 200]);
    assert.equal((await query()).status, 200);
  });

  test('a snapshot is taken, restored and deleted', async (t) => {
    const page = await open(t, '#worlds', '', { allowRefusals: true });
    const count = await countOf('users');
    await page.getByLabel('Name of a new snapshot').fill('not a name');
    await page.keyboard.press('Enter');
    await page.locator('.error', { hasText: 'a name with 1 to 100 letters' }).waitFor();
    await page.getByLabel('Name of a new snapshot').fill('before');
    await page.getByRole('button', { name: 'Take the snapshot' }).click();
    await status(page, 'The snapshot before is taken.');
    await page.getByText(/^taken at \d{4}-/).waitFor();
    await addUser('After the snapshot');
    assert.equal(await countOf('users'), count + 1);
    await page.getByRole('button', { name: 'Restore before' }).press('Enter');
    await status(page, 'Returned to before');
    assert.equal(await countOf('users'), count);
    await page.getByRole('button', { name: 'Delete before' }).click();
    await status(page, 'The snapshot before is deleted.');
    assert.match(await focused(page), /^Snapshots of/);
    assert.deepEqual(await control('GET', '/snapshots'), { snapshots: [] });
  });

  test('a session is created from a snapshot, shown by the page, and deleted', async (t) => {
    const count = await countOf('users');
    const page = await open(t, '#worlds');
    await addUser('In the snapshot');
    await control('PUT', '/snapshots/larger');
    await control('POST', '/reset');
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByLabel('Name of a new session').fill('mine');
    await page.getByLabel('Begins with').selectOption('the snapshot larger');
    await page.getByRole('button', { name: 'Create the session' }).click();
    await status(page, 'The session mine is created.');
    const picker = page.getByRole('combobox', { name: 'World' });
    assert.deepEqual((await picker.locator('option').allTextContents()).includes('session mine'), true);
    await page.getByRole('button', { name: 'Show mine' }).press('Space');
    await page.getByRole('button', { name: 'Show mine', pressed: true }).waitFor();
    assert.equal(await focused(page), 'Show');
    assert.equal(await picker.inputValue(), 'mine');
    await page.getByRole('heading', { name: 'Snapshots of the session mine' }).waitFor();
    await page.getByRole('link', { name: 'Records' }).click();
    await page.getByRole('link', { name: `users ${count + 1}` }).waitFor();
    await picker.selectOption("the server's own");
    await page.getByRole('link', { name: `users ${count}` }).waitFor();
    await page.getByRole('link', { name: 'Snapshots and sessions' }).click();
    await page.getByRole('button', { name: 'Show mine' }).click();
    await page.getByRole('button', { name: 'Delete mine' }).click();
    await status(page, 'The session mine is deleted.');
    // The page falls back to the server's own world, so that it does not create the session again.
    assert.equal(await picker.inputValue(), '');
    const { sessions } = await control('GET', '/sessions');
    assert.ok(!sessions.some(({ name }: { name: string }) => name === 'mine'));
    await control('DELETE', '/snapshots/larger');
  });

  test('a reset asks first, and says what is lost', async (t) => {
    const session = 'reset';
    const count = await countOf('users', session);
    const page = await open(t, '#worlds', session);
    await addUser('Lost', session);
    const reset = page.getByRole('button', { name: 'Reset…' });
    await reset.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reset the session reset?' });
    await dialog.getByText('every record that was created or changed').waitFor();
    await assertAccessible(page);
    await photograph(page, 'console-reset');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'Reset…');
    assert.equal(await countOf('users', session), count + 1);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await countOf('users', session), count + 1);
    await reset.click();
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await status(page, 'Reset: the session reset.');
    assert.equal(await countOf('users', session), count);
  });

  test('the clock is stopped, advanced, moved and freed', async (t) => {
    const session = 'clock';
    const page = await open(t, '#clock', session, { allowRefusals: true });
    const face = page.getByRole('timer');
    const createdAt = async (name: string) => {
      const { user } = await addUser(name, session);
      return (await control('GET', `/records/users/${user}`, undefined, session)).record.createdAt as string;
    };
    // It runs.
    const shown = await face.textContent();
    while ((await face.textContent()) === shown) await setTimeout(100);
    await page.getByLabel('Time, in UTC').fill('2031-05-06T07:08:09');
    await page.getByRole('button', { name: 'Stop it there' }).click();
    await status(page, 'The clock stands at 2031-05-06 07:08:09 UTC.');
    await face.getByText('2031-05-06 07:08:09').waitFor();
    assert.equal(Date.parse(await createdAt('Fixed')), Date.UTC(2031, 4, 6, 7, 8, 9));
    const advance = page.getByRole('form', { name: 'Advance the clock' });
    await advance.getByLabel('Number').fill('2');
    await advance.getByLabel('Unit').selectOption('days');
    await advance.getByLabel('Unit').press('Tab');
    await page.keyboard.press('Enter');
    await status(page, 'The clock is 2 days further.');
    await face.getByText('2031-05-08 07:08:09').waitFor();
    assert.match(await createdAt('Advanced'), /^2031-05-08T/);
    await advance.getByLabel('Number').fill('soon');
    await advance.getByLabel('Number').press('Enter');
    await advance.locator('.error', { hasText: 'ISO 8601 duration' }).waitFor();
    const offset = page.getByRole('form', { name: 'Offset of the clock' });
    await offset.getByLabel('Direction').selectOption('behind the machine');
    await offset.getByRole('button').click();
    await status(page, 'The clock is 1 day behind that of the machine.');
    assert.equal((await control('GET', '/clock', undefined, session)).by, '-P1D');
    await page.getByText('It runs, 1 day behind the clock of the machine.').waitFor();
    await page.getByRole('button', { name: 'Follow it' }).press('Enter');
    await page.getByText('It is the clock of the machine.').waitFor();
    assert.equal((await control('GET', '/clock')).mode, 'wall');
  });

  test('a token is issued for a user of a record, copied, used and revoked', async (t) => {
    const session = 'tokens';
    const page = await open(t, '#records/users/4', session, { allowRefusals: true });
    await page.getByRole('link', { name: 'Issue a token for this user' }).click();
    const user = page.getByRole('combobox', { name: 'User' });
    assert.equal(await user.inputValue(), '4');
    await page.getByRole('button', { name: 'Issue the token' }).click();
    await status(page, 'A token of the user 4 is issued.');
    await page.getByRole('button', { name: 'Copy the token' }).press('Enter');
    await page.getByText('Copied').waitFor();
    const token = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(await viewer(token, session), '4');
    await page.getByRole('button', { name: 'Revoke the token of the user 4' }).click();
    await status(page, 'The token of the user 4 is revoked.');
    assert.equal(await focused(page), 'Issued so far');
    assert.equal(await viewer(token, session), undefined);
    // A name is looked up, and a token can be issued that has expired.
    await user.fill('Ada');
    const option = page.locator('#users option', { has: page.locator(':scope[value*="Ada Lemos"]') });
    await option.waitFor({ state: 'attached' });
    await user.fill((await option.getAttribute('value'))!);
    await page.getByLabel('Number').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText(/^expired at/).waitFor();
    await user.fill('99999');
    await page.keyboard.press('Enter');
    await page.locator('.error', { hasText: 'There is no user 99999' }).waitFor();
    // A name is sent as it was typed.
    for (const name of ['Grace Hopper', '2 Fast']) {
      await user.fill(name);
      const sent = page.waitForRequest((each) => each.url().endsWith('/tokens') && each.method() === 'POST');
      await page.keyboard.press('Enter');
      assert.equal((await sent).postDataJSON().name, name);
      await (await (await sent).response())!.finished();
    }
  });

  test('a locked server asks for the control token', async (t) => {
    const locked = await createStandIn({ controlToken: 'a-secret' });
    const url = new URL('/console#faults', locked.url).href;
    const { page } = await openPage(t, town.browser, url, { allowRefusals: true, server: locked });
    await page.getByLabel('Value of --control-token').first().fill('a-secret');
    await page.keyboard.press('Enter');
    await page.getByText('There are no faults').waitFor();
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await status(page, 'Added:');
  });

  const places = {
    records: '#records',
    search: '#records/comments?search=tree',
    links: '#records/likes',
    record: '#records/proposals/1',
    faults: '#faults',
    worlds: '#worlds',
    clock: '#clock',
    tokens: '#tokens/4',
  };
  for (const [width, colorScheme] of looks)
    test(`every panel is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const session = `photo-${width}-${colorScheme}`;
      await control('POST', '/faults', { effect: { status: 503, retryAfter: 30 }, match: { user: 2 } }, session);
      await control('POST', '/faults', { effect: { delay: { ms: 200 } }, times: 3, probability: 0.5 }, session);
      await control('PUT', '/snapshots/before-the-vote', {}, session);
      await control('PUT', '/clock', { mode: 'offset', by: 'P2D' }, session);
      await control('POST', '/tokens', { user: 4 }, session);
      const page = await open(t, '#faults', session, { width, colorScheme });
      await page.getByRole('switch').last().click();
      await status(page, 'The fault is off.');
      for (const [name, hash] of Object.entries(places)) {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await page.waitForLoadState('networkidle');
        await assertAccessible(page);
        await photograph(page, `console-${name}-${width}-${colorScheme}`);
      }
      await control('DELETE', `/sessions/${session}`);
    });
});
