import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { type TestContext, describe, test } from 'node:test';
import type { Page, Response } from '@playwright/test';
import { createStandIn } from '../../src/index.ts';
import {
  type PageOptions,
  assertAccessible,
  chromiumSkipReason,
  looks,
  openPage,
  openTownPages,
  photograph,
} from '../support/page.ts';

// What axe finds in GraphiQL, and no style or attribute from outside can mend: tabs of requests contain the buttons that close them. What scrolls
// in an editor has the keys of its text field, which is beside it.
const exceptions = { exclude: ['.graphiql-tab'], disabled: ['scrollable-region-focusable'] };

const networkAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const openExample = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

// On a busy machine, the page may still be asking for the schema.
const isAnswer = (each: Response): boolean =>
  each.url().endsWith('/api') && !each.request().postData()?.includes('IntrospectionQuery');

/** Runs the request in the editor, which is there some time after its tab. */
async function run(page: Page, start = () => page.getByRole('button', { name: /^Execute query/ }).click()) {
  await page.getByRole('textbox', { name: 'Request', exact: true }).waitFor({ state: 'attached' });
  const [response] = await Promise.all([page.waitForResponse(isAnswer), start()]);
  await page.getByText(`status ${response.status()} in`).waitFor();
  return { body: await response.json(), headers: response.request().headers() };
}

// Uses the home page and the explorer in a browser, and audits every page. PHOTOS names a folder for photographs.
describe('the pages of the server', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  const town = openTownPages();
  const open = (t: TestContext, path: string, options?: PageOptions) => {
    t.after(() => town.standIn.reset());
    return openPage(t, town.browser, new URL(path, town.standIn.url).href, options);
  };

  test('the home page copies a token, sends a request in the session of its link, and opens it in the explorer', async (t) => {
    const { page } = await open(t, '/?session=mine');
    const copy = page.getByRole('button', { name: 'Copy the token of' }).first();
    await copy.click();
    await copy.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, await page.getByRole('region', { name: 'Tokens' }).locator('code').first().textContent());
    await page.getByRole('button', { name: 'Send it' }).press('Enter');
    await page.getByText('Status 200 in').waitFor();
    const { requests } = await town.standIn.session('mine');
    assert.equal((await requests.find()).at(-1)!.operationName, 'Proposals');
    await page.getByRole('link', { name: 'Open in the explorer' }).click();
    await page.getByRole('tab', { name: 'Proposals' }).waitFor();
    const { headers } = await run(page);
    assert.equal(headers['x-plenum-session'], 'mine');
  });

  test('every page says that faults are on and that the clock is stopped, and leads to where both end', async (t) => {
    const { page } = await open(t, '/console#records');
    assert.equal(await page.locator('.notices').count(), 0);
    await town.standIn.faults.add({ match: { operationName: 'Nothing' }, effect: { status: 503 } });
    await town.standIn.clock.set({ mode: 'fixed', time: Date.parse('2027-01-02T03:04:05Z') });
    await page.getByRole('link', { name: '1 fault is on' }).waitFor();
    await page.getByRole('link', { name: 'The clock is stopped at 2027-01-02 03:04:05 UTC' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: '1 fault is on' }).click();
    await page.getByRole('button', { name: 'Remove: Status 503' }).click();
    await page.getByText('1 fault is on').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'The clock is stopped' }).click();
    await page.getByRole('button', { name: 'Follow the machine' }).click();
    await page.locator('.notices').waitFor({ state: 'detached' });
  });

  test('a locked server asks for the control token', async (t) => {
    const server = await createStandIn({ controlToken: 'a-token' });
    const url = new URL('/explorer', server.url).href;
    const { page } = await openPage(t, town.browser, url, { allowRefusals: true, server });
    await page.getByLabel('Value of --control-token').fill('a-token');
    await page.keyboard.press('Enter');
    await openExample(page, 'Answer a proposal');
    const { body } = await run(page);
    assert.equal(body.data.component.proposal.answer.state, 'accepted');
  });

  test('the explorer sends an example as a user, suggests fields, and marks mistakes', async (t) => {
    const { page } = await open(t, '/explorer');
    await openExample(page, 'Who is signed in');
    await page.getByLabel('Send as').selectOption('Admin robot, administrator');
    await page.getByText('Who is signed in: sent as Admin robot, administrator.').waitFor();
    const { body, headers } = await run(page);
    assert.equal(headers['authorization'], 'Bearer admin-token');
    assert.equal(body.data.session.user.name, 'Admin robot');
    await page.getByRole('textbox', { name: 'Request' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{ noSuchField sessio');
    await page.locator('.CodeMirror-hint', { hasText: /^session/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.graphiql-query-editor .CodeMirror-lint-mark-error').first().waitFor();
  });

  test('the explorer sends an example as it is, however early it is clicked', async (t) => {
    const { page } = await open(t, '/');
    await page.goto(new URL('/explorer', town.standIn.url).href, { waitUntil: 'domcontentloaded' });
    const sent = page.waitForRequest((request) => request.url().endsWith('/api'));
    // Presses the example as soon as it can be pressed, and runs in the same moment what is there.
    await page.evaluate(`new Promise((resolve) => {
      const press = () => {
        const example = [...document.querySelectorAll('.examples button')].find((each) => each.textContent === 'Who is signed in');
        if (!example || example.disabled) return requestAnimationFrame(press);
        example.click();
        const run = () => {
          if (!document.querySelector('.outcome-of-request')?.textContent.startsWith('Nothing')) return resolve();
          document.querySelector('.graphiql-execute-button').click();
          requestAnimationFrame(run);
        };
        run();
      };
      press();
    })`);
    assert.match((await sent).postDataJSON().query, /^query Session\b/);
    await page.getByText(/status 200 in/).waitFor();
  });

  test('a link opens a request in the explorer; what a fault or a record sends is shown as text', async (t) => {
    const text = '<img src=x onerror="window.wasRun = true">';
    await town.standIn.faults.add({
      match: { operationName: 'Who' },
      effect: { graphqlError: { message: text } },
    });
    const query = 'query Who { session { user { id } } }';
    const { page } = await open(t, `/explorer?${new URLSearchParams({ query, user: '5' }).toString()}`);
    const { body } = await run(page);
    assert.equal(body.errors[0].message, text);
    await page.locator('.graphiql-response').getByText('img src=x').waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("img").length'), 0);
    assert.equal(await page.evaluate('window.wasRun'), undefined);
  });

  test('the keyboard chooses an example in the explorer, runs it and leaves the editors', async (t) => {
    const { page } = await open(t, '/explorer');
    // An editor that is built later would take the focus.
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    await page.getByRole('button', { name: 'The assemblies' }).press('Enter');
    await page.getByText('The assemblies: sent as nobody.').waitFor();
    const isFocused = (selector: string) => page.evaluate<boolean>(`!!document.activeElement?.closest('${selector}')`);
    const press = async (key: string, selector: string) => {
      for (let count = 0; !(await isFocused(selector)); count++) {
        assert.ok(count < 60, `the ${key} key does not lead there`);
        await page.keyboard.press(key);
      }
    };
    await press('Tab', '.graphiql-query-editor .CodeMirror');
    await press('Tab', '.graphiql-execute-button');
    const { body } = await run(page, () => page.keyboard.press('Enter'));
    assert.ok(body.data.assemblies.length > 0);
    await press('Tab', '.graphiql-response');
    await press('Shift+Tab', '.graphiql-query-editor .CodeMirror');
  });

  const places = {
    home: '/',
    explorer: '/explorer',
    kinds: '/console#records',
    records: '/console#records/comments?search=tree',
    record: '/console#records/proposals/1',
    editor: '/console#records/users/4/edit',
    requests: '/console#requests',
    faults: '/console#faults',
    world: '/console#world',
  };
  /** Opens a place with everything that it can show. */
  async function show(t: TestContext, name: string, path: string, options: PageOptions): Promise<Page> {
    const { page } = await open(t, '/console#faults', options);
    // The panel of requests listens as long as it is open.
    await page.goto(new URL(path, town.standIn.url).href);
    await page.getByText('Loading').waitFor({ state: 'detached' });
    if (name === 'explorer') {
      await openExample(page, 'Debates');
      await run(page);
    }
    if (name === 'home') {
      await page.getByRole('button', { name: 'Send it' }).click();
      await page.getByText('Status 200 in').waitFor();
    }
    if (name === 'requests') await page.getByRole('link', { name: 'A', exact: true }).first().click();
    return page;
  }

  for (const [name, path] of Object.entries(places))
    test(`${name} is accessible`, async (t) => {
      await town.standIn.faults.add({ match: { user: 2 }, effect: { status: 503, retryAfter: 30 } });
      await town.standIn.clock.advance(3_600_000);
      await town.standIn.fetch('/__admin/snapshots/before-the-vote', { method: 'PUT' });
      await town.standIn.token({ user: 4 });
      await town.standIn.fetch('/api', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{ "query": "query A { session { user { id } } }" }',
      });
      let page: Page | undefined;
      for (const [width, colorScheme] of looks) {
        // The editors of the explorer go on changing after their window got another size.
        if (!page || name === 'explorer') page = await show(t, name, path, { width, colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await assertAccessible(page, name === 'explorer' ? exceptions : {});
        await photograph(page, `${name}-${width}-${colorScheme}`);
      }
    });

  for (const [name, path, column] of [
    ['requests', '/console#requests', 'Admin robot'],
    ['records', '/console#records/proposals', 'evaluating'],
  ] as const)
    test(`the rows of ${name} are a few lines high, and none of their texts is broken`, async (t) => {
      await town.standIn.clock.set({ mode: 'fixed', time: Date.parse('2027-01-02T03:04:05Z') });
      for (const query of [
        'query NameOfTheOneWhoIsSignedIn { session { user { id } } }',
        '{ component(id: 1) { id } }',
      ])
        await town.standIn.fetch('/api', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
          body: JSON.stringify({ query }),
        });
      const { page } = await open(t, path);
      await page.getByRole('cell', { name: column }).first().waitFor();
      for (const width of [320, 390, 600, 768, 1024])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          const rows = await page
            .getByRole('row')
            .filter({ has: page.getByRole('cell') })
            .all();
          assert.ok(rows.length > 1);
          const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())!.height));
          assert.ok(Math.max(...heights) <= 120, `${width} px: ${Math.max(...heights)} px high`);
          // One line, with the padding of a cell.
          const box = await page.getByRole('cell', { name: column }).first().getByText(column).first().boundingBox();
          assert.ok(box!.height < 40, `${width} px: ${column} is ${box!.height} px high`);
          await photograph(page, `rows-of-${name}-${width}-${colorScheme}`);
        }
      await assertAccessible(page);
    });

  test(
    'the home page works on an address of the network',
    { skip: !networkAddress && 'there is no network' },
    async (t) => {
      const standIn = await createStandIn({ host: '0.0.0.0', controlToken: 'a-token' });
      t.after(() => standIn.close());
      const page = await town.browser.newPage();
      t.after(() => page.close());
      await page.goto(`http://${networkAddress}:${standIn.port}/`);
      await page.locator('h1').first().waitFor();
    },
  );
});
