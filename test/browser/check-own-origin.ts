import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from '@playwright/test';
import { createStandIn } from '../../src/index.ts';
import { chromiumSkipReason, launchChromium } from '../support/page.ts';
import { createTemporaryFolder } from '../support/folders.ts';

const networkAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

// A page that asks the API of its own origin, as a built client does.
const client = `<!doctype html><title>The site</title><output></output><button>Accept</button><script type="module">
const ask = async (query) => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
  const response = await fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = await response.json();
  return data ? data.component.proposal : { state: errors[0].message };
};
const show = async () => {
  const { state } = await ask('{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }');
  document.querySelector('output').textContent = 'state ' + state;
};
document.querySelector('button').onclick = async () => {
  await ask('mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) { answer(input: { attributes: { state: "accepted", answerContent: { en: "Yes" } } }) { state } } } } }');
  await show();
};
await show();
</script>`;

describe('pages of the server itself', { skip: chromiumSkipReason, timeout: 900_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  test(
    'the home page works on an address of the network',
    { skip: !networkAddress && 'there is no network' },
    async (t) => {
      const standIn = await createStandIn({ host: '0.0.0.0', controlToken: 'a-token' });
      t.after(() => standIn.close());
      const page = await browser.newPage();
      t.after(() => page.close());
      await page.goto(`http://${networkAddress}:${standIn.port}/`);
      await page.locator('h1').first().waitFor();
    },
  );

  test('visitors of a site do not see the changes of others, and keep their own', async (t) => {
    const site = createTemporaryFolder(t);
    writeFileSync(join(site, 'index.html'), client);
    const standIn = await createStandIn({ site, sessionPerVisitor: true });
    t.after(() => standIn.close());
    const stateFor = async (context: Awaited<ReturnType<Browser['newContext']>>, path: string, accept = false) => {
      const page = await context.newPage();
      await page.goto(new URL(path, standIn.url).href);
      const state = page.locator('output', { hasText: /^state / });
      await state.waitFor();
      if (!accept) return state.textContent();
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.locator('output', { hasText: 'state accepted' }).waitFor();
      return undefined;
    };
    const [one, two] = [await browser.newContext(), await browser.newContext()];
    t.after(() => Promise.all([one.close(), two.close()]));
    await stateFor(one, '/', true);
    assert.equal(await stateFor(two, '/proposals/2'), 'state null');
    assert.equal(await stateFor(one, '/proposals/2'), 'state accepted');
  });
});
