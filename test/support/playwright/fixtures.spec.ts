import { expect, test } from '../../../src/testing/playwright.ts';
import { countRequests } from '../vitest/requests.ts';

// A page of an application in production, which asks for pictures and shows them.
const pageWith = (
  endpoint: string,
): string => `<!doctype html><title>Town</title><p role="status"></p><script type="module">
  const status = document.querySelector('p');
  const query = '{ participatoryProcesses { heroImage } }';
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch('${endpoint}', { method: 'POST', headers, body: JSON.stringify({ query }) });
    const image = new Image();
    image.src = (await response.json()).data.participatoryProcesses[0].heroImage;
    await image.decode();
    document.body.append(image);
    status.textContent = image.naturalWidth + ' pixels of ' + new URL(image.src).origin;
  } catch (error) {
    status.textContent = error.message;
  }
</script>`;

test.use({ standInOptions: { dialect: 'decidim-0.32', world: 'town', corsOrigin: 'https://town.example' } });

for (const [name, apiUrl, endpoint] of [
  ['/api of its own origin', undefined, '/api'],
  ['another URL', 'https://town.example/graphql', '/graphql'],
  ['a pattern', /\/v1\/graphql/, '/v1/graphql?x=1'],
  ['a pattern with stars', '**/v2/graphql', '/v2/graphql'],
] as const)
  test.describe(name, () => {
    if (apiUrl) test.use({ apiUrl });

    test.beforeEach(({ context }) =>
      context.route('https://town.example/', (route) =>
        route.fulfill({ contentType: 'text/html', body: pageWith(endpoint) }),
      ),
    );

    test('the session answers the API and the pictures that it names', async ({ page }) => {
      await page.goto('https://town.example/');
      await expect(page.getByRole('status')).toHaveText(/^\d{3,} pixels of https:\/\/town\.example$/);
    });

    test('a fault that resets the connection is a network error', async ({ page, session }) => {
      await session.faults.add({ effect: { reset: true } });
      await page.goto('https://town.example/');
      await expect(page.getByRole('status')).toHaveText('Failed to fetch');
    });
  });

for (const onUnhandledRequest of ['error', 'bypass'] as const)
  test.describe(`a GraphQL request that no session answers: ${onUnhandledRequest}`, () => {
    test.use({ apiUrl: 'https://twon.example/graphql', onUnhandledRequest });

    test('reaches a server only on demand', async ({ context, page }) => {
      const { url, server, count } = await countRequests();
      const home = new URL('/', url).href;
      await context.route(home, (route) => route.fulfill({ contentType: 'text/html', body: pageWith(url) }));
      await page.goto(home);
      const expected = onUnhandledRequest === 'error' ? ['Failed to fetch', 0] : [/Cannot read/, 1];
      await expect(page.getByRole('status')).toHaveText(expected[0] as string);
      expect(count()).toBe(expected[1]);
      await page.evaluate((address) => fetch(address, { method: 'POST', body: '{}' }), url);
      expect(count()).toBe((expected[1] as number) + 1);
      server.close();
    });
  });
