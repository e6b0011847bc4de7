import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';
import { signInRequest } from '../../test/support/cookie-server.ts';

type Headers = Record<string, string>;

async function start(t: TestContext, settings: { limits?: 'on'; dialect?: string } = {}) {
  const server = await startControlServer(t, settings);
  const status = async (method: string, path: string, body?: unknown, headers?: Headers): Promise<number> =>
    (await server.send(method, path, body, headers)).status;
  return {
    status,
    /** Sends this many requests to the API, and returns the status of each. */
    async queryTimes(count: number, headers?: Headers): Promise<number[]> {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1)
        statuses.push(await status('POST', '/api', { query: '{ __typename }' }, headers));
      return statuses;
    },
    async control(method: string, path: string, sent?: unknown): Promise<unknown> {
      const response = await server.send(method, path, sent);
      assert.ok(response.status < 300, `${method} ${path}: ${response.status}`);
      return response.body;
    },
    signIn: (secret?: string, headers?: Headers) =>
      status('POST', '/api/sign_in', signInRequest('member', secret).body, headers),
  };
}

const inSession = (name: string): Headers => ({ 'x-plenum-session': name });
const repeat = (status: number, count: number): number[] => Array.from({ length: count }, () => status);

for (const dialect of ['specification', 'decidim-0.32']) {
  test(`${dialect}: the requests of an address count together, whatever their world`, async (t) => {
    const { queryTimes } = await start(t, { limits: 'on', dialect });
    assert.deepEqual(await queryTimes(40), repeat(200, 40));
    assert.deepEqual(await queryTimes(40, inSession('a')), repeat(200, 40));
    assert.deepEqual(await queryTimes(20, inSession('b')), repeat(200, 20));
    for (const headers of [{}, inSession('a'), inSession('b'), inSession('new')])
      assert.deepEqual(await queryTimes(1, headers), [429], JSON.stringify(headers));
  });

  test(`${dialect}: a reset, a restore and an import end no limit`, async (t) => {
    const { queryTimes, control } = await start(t, { limits: 'on', dialect });
    await control('PUT', '/__admin/snapshots/one');
    assert.deepEqual(await queryTimes(101), [...repeat(200, 100), 429]);
    await control('POST', '/__admin/reset');
    assert.deepEqual(await queryTimes(1), [429]);
    await control('POST', '/__admin/snapshots/one/restore');
    assert.deepEqual(await queryTimes(1), [429]);
    await control('PUT', '/__admin/state', await control('GET', '/__admin/state'));
    assert.deepEqual(await queryTimes(1), [429]);
  });

  test(`${dialect}: after 20 failures sign-in with a key is refused in every world, and after a reset and a restore`, async (t) => {
    const { signIn, control } = await start(t, { dialect });
    await control('PUT', '/__admin/snapshots/one');
    for (let failure = 1; failure <= 20; failure += 1)
      assert.equal(await signIn('wrong', failure % 2 === 0 ? inSession('a') : {}), 403, `failure ${failure}`);
    for (const headers of [{}, inSession('a'), inSession('b')])
      assert.equal(await signIn(undefined, headers), 429, JSON.stringify(headers));
    await control('POST', '/__admin/reset');
    assert.equal(await signIn(), 429, 'after a reset');
    await control('POST', '/__admin/snapshots/one/restore');
    assert.equal(await signIn(), 429, 'after a restore');
  });
}

test('the control and the pages are neither limited nor counted', async (t) => {
  const { queryTimes, status } = await start(t, { limits: 'on' });
  const paths = ['/', '/__admin/health', '/__admin/requests', '/console', '/explorer', '/__pages/none.js'];
  const before = await Promise.all(paths.map((path) => status('GET', path)));
  for (let round = 0; round < 20; round += 1)
    for (const path of paths) assert.notEqual(await status('GET', path), 429, path);
  assert.deepEqual(await queryTimes(101), [...repeat(200, 100), 429]);
  assert.deepEqual(await Promise.all(paths.map((path) => status('GET', path))), before);
});

test('without the option, no address is limited', async (t) => {
  const { queryTimes } = await start(t);
  assert.deepEqual(await queryTimes(101), repeat(200, 101));
});
