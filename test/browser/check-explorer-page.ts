import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createStandIn } from '../../src/index.ts';
import { chromiumSkipReason } from '../support/chromium.ts';
import { assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';
import type { AnyData } from '../support/test-server.ts';

// What axe finds in GraphiQL and Monaco, and no style or attribute from outside can mend: tabs of requests contain the buttons
// that close them.
const exclude = ['.graphiql-tab'];

const openExample = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const selectActor = (page: Page, name: string): Promise<string[]> => page.getByLabel('Send as').selectOption(name);

/** Runs the request in the editor. Returns the response, and the headers of the request. */
async function run(
  page: Page,
  start = () => page.getByRole('button', { name: /^Execute query/ }).click(),
): Promise<{ status: number; body: AnyData; headers: Record<string, string> }> {
  const [response] = await Promise.all([page.waitForResponse((each) => each.url().endsWith('/api')), start()]);
  const result = { status: response.status(), body: await response.json(), headers: response.request().headers() };
  await page.getByText(`Status ${result.status} in`).waitFor();
  return result;
}

// Uses the page at `/explorer` in a browser. PHOTOS names a folder for photographs.
describe('the page at /explorer', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages('decidim-develop');
  let url: string;
  before(() => {
    url = new URL('/explorer', town.standIn.url).href;
  });

  const countMeetings = async (session?: string): Promise<number> => {
    const headers: Record<string, string> = session ? { 'X-Plenum-Session': session } : {};
    const response = await fetch(new URL('/__admin/health', url), { headers });
    return ((await response.json()) as AnyData).records.meetings;
  };

  test('creates a meeting as a participant, and nobody may', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'Create a meeting');
    await page.getByText('Create a meeting: sent as Member robot.').waitFor();
    const count = await countMeetings();
    const { body, headers } = await run(page);
    assert.ok(body.data.component.createMeeting.id);
    assert.equal(headers['authorization'], 'Bearer member-token');
    assert.equal(await countMeetings(), count + 1);

    await selectActor(page, 'nobody');
    const refused = await run(page);
    assert.equal(refused.body.data, null);
    assert.ok(refused.body.errors[0].message);
    assert.equal(refused.headers['authorization'], undefined);
    await page.locator('.graphiql-response').getByText('errors').waitFor();
    assert.equal(await countMeetings(), count + 1);
  });

  test('runs the other operations, each as a user who may', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    for (const name of ['Answer a proposal', 'Update a meeting', 'Create a result', 'The comments on a proposal']) {
      await openExample(page, name);
      const { body } = await run(page);
      assert.equal(body.errors, undefined, name);
    }
    await photograph(page, 'explorer-result');
  });

  test('the status is that of the tab', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'The assemblies');
    await run(page);
    await openExample(page, 'Who is signed in');
    await page.getByText('Nothing is sent yet.').waitFor();
    assert.equal(await page.getByText(/^Status \d/).count(), 0);
    await page.getByRole('tab', { name: /Assemblies/ }).click();
    await page.getByText(/^Status 200 in/).waitFor();
  });

  test('no line of an example is cut at a width of 1280', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await page.locator('.examples li button').first().waitFor();
    const names = await page.locator('.examples li button').allTextContents();
    assert.ok(names.length > 10);
    for (const name of names) {
      await openExample(page, name);
      await page.waitForFunction(
        `(() => {
          const editor = document.querySelector('.graphiql-query-editor');
          const right = editor.querySelector('.editor-scrollable').getBoundingClientRect().right;
          const spans = [...editor.querySelectorAll('.view-line > span > span')];
          return spans.length > 1 && spans.every((span) => span.getBoundingClientRect().right <= right);
        })()`,
        undefined,
        { timeout: 60_000 },
      );
    }
    await photograph(page, 'explorer-example-1280');
  });

  test('shows what was sent; a header of the editor wins', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'Who is signed in');
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:visible').click();
    await page.waitForFunction(`document.activeElement.closest('.graphiql-editor-tool')`);
    await page.keyboard.insertText('{ "authorization": "Bearer other-token" }');
    await page.locator('.graphiql-editor-tool .view-lines', { hasText: 'other-token' }).waitFor();
    const { body } = await run(page);
    assert.equal(body.data.session.user.name, 'Other robot');
    await page.getByText('What was sent').click();
    assert.match(
      (await page.locator('.sent pre').textContent())!,
      /^POST \/api\nContent-Type: application\/json\nauthorization: Bearer other-token$/,
    );
    await photograph(page, 'explorer-headers');
  });

  test('a connection that breaks is reported', async (t) => {
    const { page, errors } = await openPage(t, town.browser, url);
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:visible').click();
    await page.keyboard.insertText(JSON.stringify({ 'X-Plenum-Fault': '{"effect":{"reset":true}}' }));
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByText('No response.', { exact: true }).waitFor();
    await page.locator('.graphiql-response').getByText('a fault broke the connection').waitFor();
    assert.ok(errors.length > 0);
    errors.splice(0, errors.length, ...errors.filter((error) => !/ERR_(EMPTY_RESPONSE|CONNECTION)/.test(error)));
  });

  test('a meeting of a session is not in the world of the server', async (t) => {
    await fetch(new URL('/__admin/sessions/a-test', url), { method: 'PUT' });
    const { page } = await openPage(t, town.browser, url);
    await page.getByRole('combobox', { name: /^World/ }).selectOption('session a-test');
    await openExample(page, 'Create a meeting');
    const counts = [await countMeetings(), await countMeetings('a-test')];
    const { headers } = await run(page);
    assert.equal(headers['x-plenum-session'], 'a-test');
    assert.deepEqual([await countMeetings(), await countMeetings('a-test')], [counts[0], counts[1]! + 1]);
  });

  test('a link opens a request as a user without a fixed token, in a session', async (t) => {
    const query = 'query Who { session { user { id } } }';
    const link = `${url}?${new URLSearchParams({ query, variables: '{}', user: '5', session: 'linked' }).toString()}`;
    const { page } = await openPage(t, town.browser, link);
    const { body, headers } = await run(page);
    assert.equal(body.data.session.user.id, '5');
    assert.equal(headers['x-plenum-session'], 'linked');
    // The token is used again, until the session is reset.
    assert.equal((await run(page)).headers['authorization'], headers['authorization']);
    const init = { method: 'POST', headers: { 'X-Plenum-Session': 'linked' } };
    assert.equal((await fetch(new URL('/__admin/reset', url), init)).status, 204);
    const again = await run(page);
    assert.equal(again.body.data.session.user.id, '5');
    assert.notEqual(again.headers['authorization'], headers['authorization']);
  });

  test('a link with an invalid session opens the world of the server, also on the next visit of the tab', async (t) => {
    await fetch(new URL('/__admin/sessions/valid', url), { method: 'PUT' });
    for (const session of ['ä€', 'a\nb', '..', 'x'.repeat(1000)]) {
      const { page } = await openPage(t, town.browser, `${url}?${new URLSearchParams({ session }).toString()}`);
      await openExample(page, 'The assemblies');
      const { status, headers } = await run(page);
      assert.deepEqual([status, headers['x-plenum-session']], [200, undefined]);
      await page.goto(new URL('/console', url).href, { waitUntil: 'networkidle' });
      await page.getByRole('combobox', { name: /^World/ }).selectOption('session valid');
    }
  });

  test('shows the documentation of a type without a token, the history and the keys', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await selectActor(page, 'nobody');
    await page.getByRole('button', { name: /Documentation Explorer/ }).click();
    for (const type of ['Mutation', 'ComponentMutation', 'MeetingsMutation'])
      await page.locator('.graphiql-doc-explorer-type-name', { hasText: new RegExp(`^${type}$`) }).click();
    await page.getByText('Creates a meeting and publishes it.').waitFor();
    await assertAccessible(page, { exclude });
    await photograph(page, 'explorer-documentation');
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.getByText('History', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open short keys dialog' }).click();
    await page.getByText('Execute query', { exact: true }).waitFor();
    await assertAccessible(page, { exclude });
    await photograph(page, 'explorer-keys');
  });

  test('the editors suggest, explain, mark mistakes, find, and open the documentation', async (t) => {
    const parameters = { query: '{ organization { name { translation(locale: "en") } } }', variables: '{ "id": 1 }' };
    const { page } = await openPage(t, town.browser, `${url}?${new URLSearchParams(parameters).toString()}`);
    const editor = page.locator('.graphiql-query-editor');
    const lines = editor.locator('.view-lines');
    const hover = page.locator('.monaco-hover-content:visible');
    await lines.getByText('translation').hover();
    await hover.getByText('The text in a locale; null if there is none.').waitFor();

    await lines.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('sessio');
    await page.locator('.suggest-widget.visible').getByText('session', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await lines.getByText('session').waitFor();
    await page.keyboard.type(' { noSuchField } ');
    const mark = editor.locator('.squiggly-error');
    await mark.first().waitFor();
    await lines.getByText('noSuchField').hover();
    await hover.getByText('Cannot query field "noSuchField"').waitFor();
    await page.keyboard.press('F8');
    await editor.locator('.zone-widget').getByText('Cannot query field "noSuchField"').waitFor();
    await page.keyboard.press('Escape');

    await page.locator('.graphiql-editor-tool .squiggly-error').first().waitFor();
    await page.locator('.graphiql-editor-tool .view-lines').getByText('id').first().hover();
    await hover.getByText('Property id is not allowed.').waitFor();

    await lines.click();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('translation');
    await editor.locator('.find-widget.visible').getByText('1 of 1').waitFor({ state: 'attached' });
    await photograph(page, 'explorer-mistakes');
    await page.keyboard.press('Escape');

    await lines.getByText('organization').click({ modifiers: ['Control'] });
    await page.locator('.graphiql-doc-explorer-title').getByText('organization').waitFor();
    await page.locator('.graphiql-doc-explorer-back').click();
    const search = page.locator('.graphiql-doc-explorer-search');
    await search.getByRole('combobox').fill('createMeet');
    await search.getByRole('option', { name: 'MeetingsMutation.createMeeting' }).click();
    await page.locator('.graphiql-doc-explorer-title').getByText('createMeeting').waitFor();
  });

  test('prettifies a request and its variables, and keeps comments', async (t) => {
    const parameters = {
      query: '# A comment.\n{organization{name{translation(locale:"en")}}}',
      variables: '{"id":1}// One.',
    };
    const { page } = await openPage(t, town.browser, `${url}?${new URLSearchParams(parameters).toString()}`);
    await page.getByRole('button', { name: /^Prettify/ }).click();
    const lines = (editor: string) => page.locator(`${editor} .view-lines`).first().locator('.view-line');
    await lines('.graphiql-query-editor').getByText('organization {').waitFor();
    const text = async (editor: string) =>
      (await lines(editor).allInnerTexts()).map((line) => line.replaceAll('\u00A0', ' ').trim()).join('\n');
    assert.match(await text('.graphiql-query-editor'), /^# A comment\.\n\{\norganization \{\nname \{\n/);
    assert.equal(await text('.graphiql-editor-tool'), '{\n"id": 1\n} // One.');
  });

  test('a tab can be dragged to another place', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'The assemblies');
    await openExample(page, 'Who is signed in');
    const tabs = page.locator('.graphiql-tab');
    await tabs.getByText('Session', { exact: true }).waitFor();
    assert.deepEqual(await tabs.allInnerTexts(), ['Organization', 'Assemblies', 'Session']);
    const last = (await tabs.nth(2).boundingBox())!;
    await tabs.nth(0).hover();
    await page.mouse.down();
    await page.mouse.move(last.x + last.width - 30, last.y + 10, { steps: 50 });
    await page.mouse.up();
    assert.deepEqual(await tabs.allInnerTexts(), ['Assemblies', 'Session', 'Organization']);
    await tabs.nth(2).click();
    await page.getByRole('tab', { name: 'Organization', selected: true }).waitFor();
  });

  test('text from records is shown as text', async (t) => {
    const text = '<img src=x onerror="window.wasRun = true">';
    const query = `mutation Text($title: JSON!) { component(id: 3) { ... on AccountabilityMutation {
      createResult(input: { attributes: { title: $title } }) { title { translation(locale: "en") } } } } }`;
    const parameters = { query, variables: JSON.stringify({ title: { en: text } }), user: '1', session: 'text' };
    const { page } = await openPage(t, town.browser, `${url}?${new URLSearchParams(parameters).toString()}`);
    const { body } = await run(page);
    assert.equal(body.data.component.createResult.title.translation, text);
    await page.locator('.graphiql-response').getByText('img src=x').waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("img").length'), 0);
    assert.equal(await page.evaluate('window.wasRun'), undefined);
  });

  test('the keyboard chooses an example, runs it and leaves the editors', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await page.getByRole('button', { name: 'The assemblies' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The assemblies: sent as nobody.').waitFor();
    const execute = page.getByRole('button', { name: /^Execute query/ });
    const isFocused = (selector: string) => page.evaluate<boolean>(`!!document.activeElement?.closest('${selector}')`);
    const press = async (key: string, isDone: () => Promise<boolean>) => {
      for (let count = 0; !(await isDone()); count++) {
        assert.ok(count < 60, `the ${key} key does not lead there`);
        await page.keyboard.press(key);
      }
    };
    await press('Tab', () => isFocused('.graphiql-query-editor .graphiql-editor'));
    await page.keyboard.press('Enter');
    await press('Tab', () => isFocused('.graphiql-execute-button'));
    const { body } = await run(page, () => page.keyboard.press('Enter'));
    assert.ok(body.data.assemblies.length > 0);
    await press('Tab', () => isFocused('.sent'));
    await press('Shift+Tab', () => isFocused('.graphiql-query-editor .graphiql-editor'));
    assert.equal(await execute.isVisible(), true);
  });

  test('the switch of GraphiQL changes the colours of the page', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await page.locator('.graphiql-container').waitFor();
    const colours = () =>
      page.evaluate<string[]>(
        `[document.documentElement, document.querySelector('.graphiql-container')].map((each) => getComputedStyle(each).backgroundColor)`,
      );
    assert.deepEqual(await colours(), ['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await assertAccessible(page, { exclude });
    await photograph(page, 'explorer-settings');
    await page.keyboard.press('Escape');
    const [ground, container] = await colours();
    assert.equal(ground, 'rgb(20, 22, 26)');
    assert.equal(container, ground);
    await photograph(page, 'explorer-switched');
  });

  test('asks for the control token, and then shows examples and documentation', async (t) => {
    const locked = await createStandIn({ controlToken: 'a-token' });
    const { page, errors } = await openPage(t, town.browser, new URL('/explorer', locked.url).href, { server: locked });
    await page.getByLabel('Value of --control-token').fill('a-token');
    await page.keyboard.press('Enter');
    await openExample(page, 'Answer a proposal');
    const { body } = await run(page);
    assert.equal(body.data.component.proposal.answer.state, 'accepted');
    await page.getByRole('button', { name: /Documentation Explorer/ }).click();
    await page.locator('.graphiql-doc-explorer-type-name', { hasText: /^Mutation$/ }).waitFor();
    // The browser reports the responses before the token was there.
    assert.ok(errors.length > 0);
    errors.splice(0, errors.length, ...errors.filter((error) => !/status of 401/.test(error)));
  });

  for (const [width, colorScheme] of looks)
    test(`is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
      const { page } = await openPage(t, town.browser, url, { width, colorScheme });
      await page.getByRole('button', { name: 'Debates' }).waitFor();
      await assertAccessible(page, { exclude });
      await openExample(page, 'Debates');
      await run(page);
      await assertAccessible(page, { exclude });
      await photograph(page, `explorer-${width}-${colorScheme}`);
    });
});
