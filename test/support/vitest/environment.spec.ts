import { expect, onTestFinished, vi } from 'vitest';
import { createTest, test } from '../../../src/testing/vitest.ts';
import { countRequests, post, readJson } from './requests.ts';

// Runs in each environment of Vitest: what a simulated browser replaces, such as typed arrays and URLs, must not matter.

const viewer = '{ session { user { name } } }';

test('issues a token, which is valid until its world is reset', async ({ session }) => {
  const request = post(viewer, `Bearer ${await session.token({ admin: true })}`);
  const nameOf = async () => (await readJson(await session.fetch('/api', request))).data.session?.user.name;
  expect(await nameOf()).toBe('Admin robot');
  await session.reset();
  expect(await nameOf()).toBeUndefined();
});

test('signs in and out', async ({ session }) => {
  const body = JSON.stringify({ api_user: { key: 'member-key', secret: 'member-secret-0123456789' } });
  const headers = { 'content-type': 'application/json' };
  const response = await session.fetch('/api/sign_in', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const { jwt_token: token } = await readJson(response);
  const authorization = `Bearer ${token}`;
  const signedOut = await session.fetch('/api/sign_out', { method: 'DELETE', headers: { authorization } });
  expect(signedOut.status).toBe(200);
  expect((await readJson(await session.fetch('/api', post(viewer, authorization)))).data).toEqual({ session: null });
});

test('restores a snapshot, and follows the clock', async ({ session }) => {
  const before = await session.snapshot();
  const token = await session.token({ expiresIn: 'PT5M' });
  await session.clock.advance(360_000);
  const expired = await session.fetch('/api', post(viewer, `Bearer ${token}`));
  expect((await readJson(expired)).data.session).toBeNull();
  await session.restore(before);
  const valid = await session.fetch('/api', post(viewer, `Bearer ${token}`));
  expect((await readJson(valid)).data.session.user.name).toBe('Member robot');
});

test('answers the global fetch at its own URL, and at /api of a loopback address', async ({ session }) => {
  for (const url of [
    session.url,
    'http://localhost:8080/api',
    'http://localhost:3000/api?x=1',
    '/api',
    new URL('http://127.0.0.1/api'),
  ]) {
    const response = await fetch(url, post(`query Asked { component(id: 2) { id } }`));
    expect([response.status, await response.json()]).toEqual([200, { data: { component: { id: '2' } } }]);
  }
  expect(await session.requests.count({ match: { operationName: 'Asked' } })).toBe(5);
});

test('answers a Request, and one that is aborted', async ({ session }) => {
  const response = await fetch(new Request('http://localhost:8080/api', post('{ __typename }')));
  expect(await readJson(response)).toEqual({ data: { __typename: 'Query' } });
  await session.faults.add({ effect: { hang: true } });
  const controller = new AbortController();
  const pending = fetch('http://localhost:8080/api', {
    ...post('query Waits { __typename }'),
    signal: controller.signal,
  });
  await session.requests.wait({ match: { operationName: 'Waits' } });
  controller.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  const late = fetch('http://localhost:8080/api', { ...post('{ __typename }'), signal: AbortSignal.timeout(50) });
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a fault that resets the connection is a network error of fetch', async ({ session }) => {
  await session.faults.add({ effect: { reset: true }, times: 1 });
  await expect(fetch('http://localhost:8080/api', post('{ __typename }'))).rejects.toThrow(TypeError);
});

const townTest = createTest({ apiUrl: 'https://town.example/graphql', dialect: 'decidim-0.32', world: 'town' });

townTest('answers another URL and the pictures that it names, and nothing else', async ({ session }) => {
  const query = '{ participatoryProcesses { id heroImage } }';
  const response = await fetch('https://town.example/graphql', post(query));
  const processes = (await readJson(response)).data.participatoryProcesses;
  const { heroImage } = processes.find((each: { heroImage: string | null }) => each.heroImage);
  expect(heroImage).toMatch(/^https:\/\/town\.example\/rails\/active_storage\//);
  const picture = await fetch(heroImage);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>\s*$/s);
  expect(await session.requests.count()).toBe(2);
});

townTest('refuses a GraphQL request that no session answers, and sends others', async () => {
  const { url, server, count } = await countRequests();
  onTestFinished(() => void server.close());
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const message = `no session answers ${url}: apiUrl is https://town.example/graphql`;
  await expect(fetch(url, post('mutation { __typename }'))).rejects.toThrow(message);
  await expect(fetch(new Request(url, post('{ __typename }')))).rejects.toThrow(message);
  expect([count(), printed.mock.calls.length]).toEqual([0, 2]);
  await fetch(url, { method: 'POST', body: '{}' });
  expect(count()).toBe(1);
});

createTest({ onUnhandledRequest: 'bypass' })('sends a GraphQL request to another server on demand', async () => {
  const { url, server, count } = await countRequests();
  onTestFinished(() => void server.close());
  expect(await readJson(await fetch(url, post('{ __typename }')))).toEqual({});
  expect(count()).toBe(1);
});
