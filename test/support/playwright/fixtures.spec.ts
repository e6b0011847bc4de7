import { expect, test } from '../../../src/testing/playwright.ts';

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
