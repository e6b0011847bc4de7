import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'yaml';
import { type StandIn, createStandIn } from '../../src/index.ts';
import { chromiumSkipReason, launchChromium } from '../support/chromium.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { type PageOptions, assertAccessible, looks, openPage, photograph } from '../support/page.ts';
import { readOperation } from '../support/test-server.ts';

const run = promisify(execFile);
const html = '<img src=x onerror="document.title=1">';
const createMeeting = (title: string, attributes = {}) => ({
  query: readOperation('create-meeting'),
  variables: { componentId: 2, input: { locale: 'en', attributes: { ...inPersonAttributes, ...attributes, title } } },
});

const heads = (page: Page) => page.locator('.exchange-head');
const titles = async (page: Page) => page.locator('.exchange-title b').allTextContents();
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

// Uses the panel of requests in a browser. PHOTOS names a folder for photographs.
for (const dialect of ['specification', 'decidim-0.32'] as const)
  describe(`the panel of requests of ${dialect}`, { skip: chromiumSkipReason, timeout: 900_000 }, () => {
    let browser: Browser;
    before(async () => {
      browser = await launchChromium();
    });
    after(() => browser.close());

    /** Starts a server, and opens the panel. It is not the first one, because a page with a live panel is never idle. */
    async function start(t: TestContext, options: PageOptions = {}, session = '') {
      const standIn: StandIn = await createStandIn({ dialect });
      const send = async (body: object, token = '', headers: Record<string, string> = {}) =>
        fetch(standIn.url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(token && { Authorization: `Bearer ${token}` }),
            ...(session && { 'X-Plenum-Session': session }),
            ...headers,
          },
          body: JSON.stringify(body),
        });
      if (session) await standIn.session(session);
      const url = new URL('/console#clock', standIn.url).href;
      const opened = await openPage(t, browser, url, { ...options, server: standIn });
      const { page } = opened;
      if (session) await page.getByRole('combobox', { name: 'World' }).selectOption(session);
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByText('Live: requests appear as they arrive.').waitFor();
      return { standIn, send, ...opened };
    }

    test('shows requests as they arrive, newest first, and unfolds them by keyboard', async (t) => {
      const { page, send } = await start(t);
      await page.getByText('No request so far').waitFor();
      await send({ query: 'query First { organization { name { translation(locale: "en") } } }' }, 'member-token');
      await page.getByRole('button', { name: /First/ }).waitFor();
      await send(createMeeting('A walk', { address: html }), 'member-token');
      await page.getByRole('button', { name: /createMeeting/ }).waitFor();
      assert.deepEqual(await titles(page), ['createMeeting', 'First']);
      await heads(page).first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Document' }).waitFor();
      assert.match((await page.getByRole('region', { name: 'Document' }).textContent())!, /^query First \{\n {2}organ/);
      assert.match(
        (await page.getByRole('region', { name: 'Request', exact: true }).textContent())!,
        /as Member robot \(user 2\)/,
      );
      assert.match((await page.getByRole('region', { name: 'Body' }).textContent())!, /"organization"/);
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Document' }).waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      // What a client sent is shown as text.
      await page.getByRole('region', { name: 'Variables' }).getByText('<img src=x').waitFor();
      await page.getByRole('region', { name: 'Body' }).getByText('<img src=x').waitFor();
      assert.equal(await page.locator('.requests img').count(), 0);
      assert.equal(await page.title(), 'Console · Plenum');
      await assertAccessible(page);
      await photograph(page, 'requests-unfolded');
    });

    test('shows the messages of errors in the list, and finds them', async (t) => {
      const { page, send } = await start(t);
      await send({ query: '{ nothing another }' });
      await send({ query: '{ organization { name { translation(locale: "en") } } }' });
      const message = {
        specification: 'Cannot query field "nothing" on type "Query".',
        'decidim-0.32': "Field 'nothing' doesn't exist on type 'Query'",
      }[dialect];
      const head = page.getByRole('button', { name: `${message} (and 1 more)` });
      await head.waitFor();
      await heads(page).nth(1).waitFor();
      await page.getByLabel('Text').fill(message.slice(0, 12).toUpperCase());
      await heads(page).nth(1).waitFor({ state: 'detached' });
      await head.waitFor();
    });

    test('shows a refusal of invalid attributes', async (t) => {
      const { page, send, errors } = await start(t);
      await send(createMeeting(''), 'member-token');
      await page.getByRole('button', { name: /ATTRIBUTE_VALIDATION_ERROR .*title cannot be blank/ }).click();
      await page.getByRole('region', { name: 'Body' }).getByText('cannot be blank').waitFor();
      assert.deepEqual(errors, []);
    });

    test('repeats a request as the same user, also one without a fixed token', async (t) => {
      const { page, send, standIn } = await start(t);
      await send(createMeeting('One'), await standIn.token({ user: 4 }));
      await heads(page).click();
      const repeat = page.getByRole('button', { name: 'Repeat the mutation' });
      await repeat.focus();
      await page.keyboard.press('Enter');
      await page.getByText('Sent again: status 200.').waitFor();
      await heads(page).nth(1).waitFor();
      const [first, second] = await standIn.requests.find();
      assert.deepEqual([second!.user, second!.variables, second!.errorCodes], [4, first!.variables, first!.errorCodes]);
      const { tokens } = (await (await standIn.fetch('/__admin/tokens')).json()) as { tokens: object[] };
      assert.equal(tokens.length, 1, 'the token of the repetition is revoked');
      // Nothing is repeated by itself.
      assert.equal(await standIn.requests.count(), 2);
    });

    test('copies a request as curl and as fetch, which send it again', async (t) => {
      const { page, send, standIn } = await start(t, {}, 'a-session');
      const tricky = `it's "q" $HOME \`id\` \\ ! \n\u2028\u009b é 🎉 ${html}`;
      const variables = { text: tricky, ['__proto__']: { a: 1 } };
      await send({ query: 'query Q { component(id: "2") { id } }', variables }, 'member-token');
      await heads(page).click();
      const { requests } = await standIn.session('a-session');
      const countRepeated = async () => {
        const all = await requests.find();
        const [first] = all;
        for (const each of all)
          assert.deepEqual(
            [each.user, each.variables, each.status, each.operationName],
            [2, first!.variables, 200, 'Q'],
          );
        return all.length;
      };
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied').waitFor();
      const curl = await copied(page);
      assert.deepEqual(JSON.parse((await run('bash', ['-c', `${curl} -s`])).stdout), {
        data: { component: { id: '2' } },
      });
      assert.equal(await countRepeated(), 2);
      await page.getByRole('button', { name: 'Copy as fetch' }).click();
      await page.getByText('Copied').nth(1).waitFor();
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', await copied(page)]);
      assert.equal(stdout, '200 {"data":{"component":{"id":"2"}}}\n');
      assert.equal(await countRepeated(), 3);
      assert.deepEqual(JSON.stringify((await requests.find())[0]!.variables), JSON.stringify(variables));
    });

    test('a copied command has a variable for the token of a user without a fixed one', async (t) => {
      const { page, send, standIn } = await start(t);
      const token = await standIn.token({ user: 4 });
      await send({ query: 'query Q { __typename }' }, token);
      await heads(page).click();
      await page.getByText('This user has no fixed token').waitFor();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied').waitFor();
      await run('bash', ['-c', await copied(page)], { env: { ...process.env, TOKEN: token } });
      assert.deepEqual(
        (await standIn.requests.find()).map(({ user }) => user),
        [4, 4],
      );
    });

    // Decidim takes requests with POST only.
    for (const method of dialect === 'specification' ? ['GET', 'HEAD'] : [])
      test(`repeats and copies a query in the URL that was sent with ${method}`, async (t) => {
        const { page, standIn } = await start(t);
        const variables = JSON.stringify({ text: `it's [one] & {other}` });
        await fetch(`${standIn.url}?${new URLSearchParams({ query: 'query Q { __typename }', variables })}`, {
          method,
        });
        await heads(page).click();
        await page.getByRole('button', { name: 'Repeat' }).click();
        await page.getByText('Sent again: status 200.').waitFor();
        await page.getByRole('button', { name: 'Copy as curl' }).click();
        await page.getByText('Copied').waitFor();
        await run('bash', ['-c', await copied(page)]);
        const sent = (await standIn.requests.find()).map(({ method: used, status, variables: each }) => [
          used,
          status,
          each,
        ]);
        assert.deepEqual(
          sent,
          Array.from({ length: 3 }, () => [method, 200, JSON.parse(variables)]),
        );
      });

    test('opens a request in the explorer', async (t) => {
      const { page, send } = await start(t, {}, 'a-session');
      await send({ query: 'query Q($a: Int) { __typename }', variables: { a: 1 } }, 'member-token');
      await heads(page).click();
      const href = await page.getByRole('link', { name: 'Open in explorer' }).getAttribute('href');
      const { pathname, searchParams } = new URL(href!, page.url());
      assert.equal(pathname, '/explorer');
      assert.deepEqual(Object.fromEntries(searchParams), {
        query: 'query Q($a: Int) {\n  __typename\n}',
        variables: '{\n  "a": 1\n}',
        user: '2',
        session: 'a-session',
      });
    });

    test('saves a request as the draft of a case', async (t) => {
      const { page, send } = await start(t);
      await send(createMeeting(' '), 'member-token');
      await heads(page).click();
      await page.getByRole('button', { name: 'Save as draft case' }).click();
      await page.getByText('fixtures/cases/create-meeting/recorded-1.yaml').waitFor();
      await page.getByRole('button', { name: 'Copy the draft' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const draft = await copied(page);
      const [entry] = parse(draft);
      assert.ok('recorded-1' in entry);
      assert.equal(entry.steps[0].actor, 'member');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the draft' }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), 'recorded-1.yaml');
      assert.equal(readFileSync(await download.path(), 'utf8'), draft);
      await assertAccessible(page);
      await photograph(page, 'requests-draft');
    });

    test('filters by text, operation, status, user and errors', async (t) => {
      const { page, send, standIn } = await start(t);
      await send({ query: 'query One { __typename }', variables: { a: 'needle' } }, 'member-token');
      await send({ query: 'query Two { __typename }' });
      await send({ query: 'query Three { unknown }' }, 'admin-token');
      await fetch(new URL('/nothing', standIn.url));
      await page.getByText('4 requests', { exact: true }).waitFor();
      const assertShown = async (...expected: string[]) => {
        await page.getByText(`${expected.length} of 4 requests`).waitFor();
        assert.deepEqual(await titles(page), expected);
      };
      await page.getByLabel('Text').fill('NEEDLE');
      await assertShown('One');
      await page.getByLabel('Text').fill('');
      await page.getByLabel('Operation').selectOption('Two');
      await assertShown('Two');
      await page.getByLabel('Operation').selectOption('');
      await page.getByLabel('Status').selectOption('404');
      await assertShown('GET /nothing');
      await page.getByLabel('Status').selectOption('');
      await page.getByLabel('User').selectOption('Member robot (2)');
      await assertShown('One');
      await page.getByLabel('User').selectOption('anonymous');
      await assertShown('GET /nothing', 'Two');
      await page.getByLabel('Errors only').check();
      await assertShown('GET /nothing');
      await page.getByLabel('User').selectOption('');
      await assertShown('GET /nothing', 'Three');
      // A request that does not match arrives, and is not shown.
      await send({ query: 'query Four { __typename }' });
      await page.getByText('2 of 5 requests').waitFor();
      assert.deepEqual(await titles(page), ['GET /nothing', 'Three']);
    });

    test('pauses, resumes and clears', async (t) => {
      const { page, send, standIn } = await start(t);
      await send({ query: 'query One { __typename }' });
      await page.getByRole('button', { name: /One/ }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await send({ query: 'query Two { __typename }' });
      await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
      assert.deepEqual(await titles(page), ['One']);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: /Two/ }).waitFor();
      assert.deepEqual(await titles(page), ['Two', 'One']);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('No request so far').waitFor();
      assert.equal(await standIn.requests.count(), 0);
      await send({ query: 'query Three { __typename }' });
      await page.getByRole('button', { name: /Three/ }).waitFor();
    });

    test('shows that a request waits, until its client gives up', async (t) => {
      const { page, standIn } = await start(t);
      await standIn.faults.add({ effect: { hang: true } });
      const client = new AbortController();
      const body = JSON.stringify({ query: 'query Q { __typename }' });
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: client.signal };
      const response = fetch(standIn.url, init);
      await page.getByRole('button', { name: /^waiting Q/ }).click();
      await page.getByText('The client still waits for a response.').waitFor();
      await photograph(page, 'requests-waiting');
      client.abort();
      await assert.rejects(response);
      await page.getByRole('button', { name: /^no response Q/ }).waitFor();
      await page.getByText('The connection ended before there was a response.').waitFor();
    });

    test('says that secrets are withheld, and does not repeat what it does not know', async (t) => {
      const { page, send, errors } = await start(t);
      await send({ query: 'query Q { __typename }', variables: { password: 'x' } }, 'member-token');
      await heads(page).click();
      await page.getByText('A secret is withheld').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Repeat' }).isDisabled(), true);
      assert.doesNotMatch((await page.textContent('.exchange'))!, /member-token/);
      await page.getByRole('button', { name: 'Save as draft case' }).click();
      await page.getByText('No case can repeat this request').waitFor();
      for (const error of errors.splice(0)) assert.match(error, /409/);
      await assertAccessible(page);
    });

    test('shows the requests of the session that is chosen, and changes with it', async (t) => {
      const { page, send } = await start(t, {}, 'a-session');
      await send({ query: 'query InSession { __typename }' });
      await page.getByRole('button', { name: /InSession/ }).click();
      await page.getByRole('button', { name: 'Repeat' }).click();
      await heads(page).nth(1).waitFor();
      await page.getByRole('combobox', { name: 'World' }).selectOption('');
      await page.getByText('No request so far').waitFor();
    });

    test('connects again when the connection was lost', async (t) => {
      const { page, send, standIn, errors } = await start(t);
      const { port } = standIn;
      await send({ query: 'query One { __typename }' });
      await page.getByRole('button', { name: /One/ }).waitFor();
      await standIn.close();
      await page.getByText('The connection is lost. Trying again…').waitFor();
      const next = await createStandIn({ dialect, port });
      t.after(() => next.close());
      await send({ query: 'query Two { __typename }' });
      await page.getByText('Live: requests').waitFor();
      assert.deepEqual(await titles(page), ['Two']);
      // The browser reports each attempt.
      for (const error of errors.splice(0)) assert.match(error, /ERR_|Failed to load/);
    });

    test('asks for the control token', async (t) => {
      const standIn = await createStandIn({ dialect, controlToken: 'a-token' });
      const url = new URL('/console#requests', standIn.url).href;
      const { page, errors } = await openPage(t, browser, url, { server: standIn });
      await page.getByLabel('Value of --control-token').fill('a-token');
      await page.keyboard.press('Enter');
      await page.getByText('Live: requests appear as they arrive.').waitFor();
      for (const error of errors.splice(0)) assert.match(error, /401/);
    });

    test('a thousand requests are rendered once each', async (t) => {
      const { page, send, standIn } = await start(t);
      for (let sent = 0; sent < 1000; sent += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, index) => send({ query: `query Q${sent + index} { __typename }` })),
        );
      await page.getByText('1000 requests', { exact: true }).waitFor();
      // Marks every row, and counts those that React changes when ten more arrive.
      await page.evaluate(`{
      window.changed = new Set();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) if (target.closest?.('.exchange')) window.changed.add(target.closest('.exchange'));
      });
      observer.observe(document.querySelector('.exchanges'), { subtree: true, childList: true, attributes: true, characterData: true });
    }`);
      for (let sent = 0; sent < 10; sent++) await send({ query: `query Last${sent} { __typename }` });
      await page.getByRole('button', { name: /Last9/ }).waitFor();
      assert.equal(await heads(page).count(), 1000);
      assert.equal(await page.evaluate('window.changed.size'), 0);
      assert.equal(await standIn.requests.count(), 1000);
    });

    for (const [width, colorScheme] of looks)
      test(`is accessible at ${width} pixels, ${colorScheme}`, async (t) => {
        const { page, send, standIn } = await start(t, { width, colorScheme });
        await send({ query: 'query AnOperationWithAVeryLongNameThatDoesNotFitIntoItsColumn { __typename }' });
        await send({ query: 'query Nothing { unknown }' }, 'admin-token');
        await send(createMeeting(' '), 'other-token');
        await fetch(new URL('/a/path/that/does/not/exist', standIn.url));
        await standIn.faults.add({ effect: { status: 503 }, times: 1 });
        await send({ query: 'query Outage { __typename }' });
        await send(createMeeting('A meeting'), 'member-token');
        await page.getByRole('button', { name: /^200 createMeeting .*Member robot/ }).click();
        await page.getByRole('region', { name: 'Body' }).waitFor();
        await page.getByText(/headers of the request/).click();
        await assertAccessible(page);
        await photograph(page, `requests-${width}-${colorScheme}`);
      });
  });
