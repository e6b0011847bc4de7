import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page, Response } from '@playwright/test';
import { createStandIn } from '../../src/index.ts';
import { chromiumSkipReason } from '../support/chromium.ts';
import { assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { openTownPages } from '../support/town-pages.ts';
import type { AnyData } from '../support/test-server.ts';

// What axe finds in GraphiQL, and no style or attribute from outside can mend: tabs of requests contain the buttons that close them. What scrolls
// in an editor has the keys of its text field, which is beside it.
const exceptions = { exclude: ['.graphiql-tab'], disabled: ['scrollable-region-focusable'] };

interface Result {
  status: number;
  body: AnyData;
  /** What was sent. */
  request: AnyData;
  headers: Record<string, string>;
}

const openExample = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const selectActor = (page: Page, name: string): Promise<string[]> => page.getByLabel('Send as').selectOption(name);

// On a busy machine, the page may still be asking for the schema.
const isAnswer = (each: Response): boolean =>
  each.url().endsWith('/api') && !each.request().postData()?.includes('IntrospectionQuery');

/** Runs the request in the editor. */
async function run(
  page: Page,
  start = () => page.getByRole('button', { name: /^Execute query/ }).click(),
): Promise<Result> {
  const [response] = await Promise.all([page.waitForResponse(isAnswer), start()]);
  const request = response.request();
  const result = {
    status: response.status(),
    body: await response.json(),
    request: request.postDataJSON(),
    headers: request.headers(),
  };
  await page.getByText(`status ${result.status} in`).waitFor();
  return result;
}

/** Writes headers in the editor for them. */
async function writeHeaders(page: Page, headers: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.getByRole('textbox', { name: 'Headers' }).focus();
  await page.keyboard.insertText(JSON.stringify(headers));
}

// Uses the page at `/explorer` in a browser. PHOTOS names a folder for photographs.
for (const dialect of ['specification', 'decidim-0.32'] as const)
  describe(`the page at /explorer in ${dialect}`, { skip: chromiumSkipReason, timeout: 900_000 }, () => {
    const town = openTownPages(dialect);
    let url: string;
    before(() => {
      url = new URL('/explorer', town.standIn.url).href;
    });

    test('every example is the document that is sent, and its user may send it', async (t) => {
      const { page } = await openPage(t, town.browser, url);
      const response = await fetch(new URL('/__admin/examples', url));
      const { examples } = (await response.json()) as AnyData;
      assert.ok(examples.length > 10);
      for (const { name, query, variables } of examples) {
        await openExample(page, name);
        const { body, request } = await run(page);
        assert.deepEqual([request.query, request.variables ?? {}], [query, variables], name);
        assert.equal(body.errors, undefined, name);
      }
    });

    test('an example is sent as it is, however early it is clicked', async (t) => {
      const { page } = await openPage(t, town.browser, url);
      // The editors arrive late, and one after the other.
      let count = 0;
      await page.route(/chunk/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 100 * (count++ % 10)));
        await route.continue();
      });
      for (const clicks of [1, 2, 3]) {
        await page.evaluate('localStorage.clear()');
        await page.reload({ waitUntil: 'domcontentloaded' });
        const sent = page.waitForRequest((request) => request.url().endsWith('/api'));
        // Presses the example as soon as it can be pressed, and runs in the same moment what is there.
        await page.evaluate(`new Promise((resolve) => {
          const press = () => {
            const example = [...document.querySelectorAll('.examples button')].find((each) => each.textContent === 'Who is signed in');
            if (!example || example.disabled) return requestAnimationFrame(press);
            for (let index = 0; index < ${clicks}; index++) example.click();
            const run = () => {
              if (document.querySelector('.sent details')) return resolve();
              document.querySelector('.graphiql-execute-button').click();
              requestAnimationFrame(run);
            };
            run();
          };
          press();
        })`);
        const { query, operationName } = (await sent).postDataJSON();
        assert.match(query, /^query Session\b/);
        assert.equal(operationName ?? 'Session', 'Session');
        await page.getByText(/status 200 in/).waitFor();
      }
    });

    test('sends as an administrator, a participant and nobody', async (t) => {
      const { page } = await openPage(t, town.browser, url);
      await openExample(page, 'Who is signed in');
      for (const [user, token] of [
        ['Admin robot, administrator', 'Bearer admin-token'],
        ['Member robot', 'Bearer member-token'],
        ['nobody', undefined],
      ] as const) {
        await selectActor(page, user);
        const { body, headers } = await run(page);
        assert.equal(headers['authorization'], token);
        assert.equal(body.data.session?.user.name, token && user.split(',')[0]);
      }
    });

    test('shows the documentation to everybody, suggests fields and marks mistakes', async (t) => {
      const { page } = await openPage(t, town.browser, url);
      await selectActor(page, 'nobody');
      await page.getByRole('button', { name: /Documentation Explorer/ }).click();
      for (const type of ['Mutation', 'ComponentMutation', 'MeetingsMutation'])
        await page.locator('.graphiql-doc-explorer-type-name', { hasText: new RegExp(`^${type}$`) }).click();
      await page.getByText('createMeeting').first().waitFor();
      await assertAccessible(page, exceptions);
      await photograph(page, `explorer-documentation-${dialect}`);

      await page.getByRole('textbox', { name: 'Request' }).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('{ noSuchField sessio');
      await page.locator('.CodeMirror-hint', { hasText: /^session/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.graphiql-query-editor').getByText('session', { exact: true }).waitFor();
      await page.locator('.graphiql-query-editor .CodeMirror-lint-mark-error').first().waitFor();
    });
  });

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

  test('each tab keeps its request, variables and response', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'Debates');
    const { request } = await run(page);
    await openExample(page, 'Who is signed in');
    await page.getByRole('tab', { name: 'Debates' }).click();
    await page.locator('.graphiql-response').getByText('"debates"').waitFor();
    const again = await run(page);
    assert.equal(again.request.query, request.query);
    assert.deepEqual(again.request.variables, request.variables);
    assert.equal(again.body.errors, undefined);
  });

  test('a meeting of a session is not in the world of the server', async (t) => {
    await fetch(new URL('/__admin/sessions/a-test', url), { method: 'PUT' });
    const { page } = await openPage(t, town.browser, url);
    await page.getByRole('combobox', { name: /^World/ }).selectOption('session a-test');
    await openExample(page, 'Create a meeting');
    await page.getByText('Create a meeting: sent as Member robot.').waitFor();
    const counts = [await countMeetings(), await countMeetings('a-test')];
    const { headers } = await run(page);
    assert.equal(headers['x-plenum-session'], 'a-test');
    assert.deepEqual([await countMeetings(), await countMeetings('a-test')], [counts[0], counts[1]! + 1]);
  });

  test('shows what was sent; a header of the editor wins', async (t) => {
    const { page } = await openPage(t, town.browser, url);
    await openExample(page, 'Who is signed in');
    await selectActor(page, 'Member robot');
    await writeHeaders(page, { authorization: 'Bearer other-token' });
    const { body } = await run(page);
    assert.equal(body.data.session.user.name, 'Other robot');
    await page.getByText('What was sent').click();
    assert.equal(
      await page.locator('.sent pre').textContent(),
      'POST /api\nauthorization: Bearer other-token\ncontent-type: application/json',
    );
  });

  test('a connection that breaks is reported', async (t) => {
    const { page, errors } = await openPage(t, town.browser, url);
    await writeHeaders(page, { 'X-Plenum-Fault': '{"effect":{"reset":true}}' });
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByText('Organization: no response.', { exact: true }).waitFor();
    await page.locator('.graphiql-response').getByText('a fault broke the connection').waitFor();
    assert.ok(errors.length > 0);
    errors.splice(0, errors.length, ...errors.filter((error) => !/ERR_(EMPTY_RESPONSE|CONNECTION)/.test(error)));
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
    // An editor that is built later would take the focus.
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    await page.getByRole('button', { name: 'The assemblies' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The assemblies: sent as nobody.').waitFor();
    const isFocused = (selector: string) => page.evaluate<boolean>(`!!document.activeElement?.closest('${selector}')`);
    const press = async (key: string, isDone: () => Promise<boolean>) => {
      for (let count = 0; !(await isDone()); count++) {
        assert.ok(count < 60, `the ${key} key does not lead there`);
        await page.keyboard.press(key);
      }
    };
    await press('Tab', () => isFocused('.graphiql-query-editor .CodeMirror'));
    await press('Tab', () => isFocused('.graphiql-execute-button'));
    const { body } = await run(page, () => page.keyboard.press('Enter'));
    assert.ok(body.data.assemblies.length > 0);
    await press('Tab', () => isFocused('.sent'));
    await press('Shift+Tab', () => isFocused('.graphiql-query-editor .CodeMirror'));
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
      await assertAccessible(page, exceptions);
      await openExample(page, 'Debates');
      await run(page);
      await assertAccessible(page, exceptions);
      await photograph(page, `explorer-${width}-${colorScheme}`);
    });
});
