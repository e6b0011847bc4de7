import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test as plain, vi } from 'vitest';
import { handlers } from '../../../src/testing/msw.ts';
import { createTest } from '../../../src/testing/vitest.ts';
import { countRequests, post, readJson } from './requests.ts';

const test = createTest({
  apiUrl: 'https://unused.example/api',
  onUnhandledRequest: 'bypass',
  dialect: 'decidim-0.32',
  world: 'town',
});
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const pictures = '{ participatoryProcesses { heroImage } }';

describe('handlers', () => {
  for (const [name, apiUrl, url] of [
    ['by default, /api of a loopback address', undefined, 'http://localhost:8080/api'],
    ['another URL', 'https://town.example/graphql', 'https://town.example/graphql'],
    ['a pattern', /\/v1\/graphql/, 'https://town.example/v1/graphql?x=1'],
    ['a pattern with stars', 'https://*.example/**/graphql', 'https://town.example/a/b/graphql'],
  ] as const)
    test(`answer the API and its pictures: ${name}`, async ({ session }) => {
      server.resetHandlers(...handlers(session, { apiUrl }));
      const response = await fetch(url, post(pictures));
      const { heroImage } = (await readJson(response)).data.participatoryProcesses[0];
      expect(heroImage.startsWith(`${new URL(url).origin}/rails/`)).toBe(true);
      const picture = await fetch(heroImage);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await picture.text()).toMatch(/^<svg .*<\/svg>\s*$/s);
    });

  test('answer sign-in below the API', async ({ session }) => {
    server.resetHandlers(...handlers(session, { apiUrl: 'https://town.example/graphql' }));
    const body = JSON.stringify({ api_user: { key: 'member-key', secret: 'wrong' } });
    const headers = { 'content-type': 'application/json' };
    await fetch('https://town.example/graphql/sign_in', { method: 'POST', headers, body });
    expect((await session.requests.find()).map(({ path }) => path)).toEqual(['/api/sign_in']);
  });

  test('turn a fault that ends the connection into a network error, and others into responses', async ({ session }) => {
    server.resetHandlers(...handlers(session));
    await session.faults.add({ effect: { reset: true }, times: 1 });
    await session.faults.add({ effect: { status: 503, retryAfter: 1 }, times: 1 });
    await expect(fetch('http://localhost:8080/api', post('{ __typename }'))).rejects.toThrow(TypeError);
    const response = await fetch('http://localhost:8080/api', post('{ __typename }'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('refuse a GraphQL request at another URL, and leave others to MSW', async ({ session }) => {
    const apiUrl = 'https://town.example/graphql';
    const { url, server: other, count } = await countRequests();
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => {
      printed.mockRestore();
      other.close();
    });
    server.resetHandlers(...handlers(session, { apiUrl }));
    await expect(fetch(url, post('mutation { __typename }'))).rejects.toThrow(TypeError);
    expect(printed.mock.calls).toEqual([[expect.stringContaining(`no session answers ${url}: apiUrl is ${apiUrl}`)]]);
    await expect(fetch(new URL('/rails/x', url))).rejects.toThrow();
    expect(printed.mock.lastCall![0]).toContain('intercepted a request without a matching request handler');
    expect([count(), await session.requests.count()]).toEqual([0, 0]);
    server.resetHandlers(
      ...handlers(session, { apiUrl, onUnhandledRequest: 'bypass' }),
      http.all(url, () => passthrough()),
    );
    await fetch(url, post('{ __typename }'));
    expect(count()).toBe(1);
  });

  plain('refuse an option that they do not know, and a URL that is none', () => {
    const world = { fetch, url: 'http://localhost/api' };
    expect(() => handlers(world, { url: 'x' } as object)).toThrow(
      'handlers: unknown option "url"; the options are apiUrl, onUnhandledRequest',
    );
    expect(() => handlers(world, { apiUrl: 'ftp://town.example/graphql' })).toThrow(
      /apiUrl must be an http or https URL/,
    );
  });
});
