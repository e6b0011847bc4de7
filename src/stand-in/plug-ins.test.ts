import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import type Koa from 'koa';
import { startControlServer } from '../../test/support/control-server.ts';
import { signInRequest } from '../../test/support/cookie-server.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { type TestSettings, startServer } from '../../test/support/test-server.ts';
import type { PlugIn } from './plug-in.ts';
import { loadPlugIns } from './plug-ins.ts';
import { createStandIn } from './stand-in.ts';

const start = (t: TestContext, plugIns: PlugIn[], settings: TestSettings = {}) =>
  startControlServer(t, { plugIns, ...settings });

const respond =
  (path: string, body: string): PlugIn =>
  (ctx, next) => {
    if (ctx.path !== path) return next();
    ctx.body = body;
    return undefined;
  };

test('a plug-in responds to any path of the API, and the first of a list takes precedence', async (t) => {
  const { send } = await start(t, [respond('/api/v1/town.json', 'first'), respond('/api/v1/town.json', 'second')]);
  for (const method of ['GET', 'POST', 'DELETE'])
    assert.equal((await send(method, '/api/v1/town.json')).body, 'first', method);
  const replaced = await start(t, [respond('/api', 'no GraphQL')]);
  assert.equal((await replaced.send('POST', '/api', { query: '{ __typename }' })).body, 'no GraphQL');
});

test('a plug-in changes the response of the API after next()', async (t) => {
  const { send } = await start(t, [
    async (ctx, next) => {
      await next();
      ctx.set('X-Town', 'Springfield');
    },
  ]);
  const { headers, body } = await send('POST', '/api', { query: '{ __typename }' });
  assert.equal(headers.get('x-town'), 'Springfield');
  assert.deepEqual(body, { data: { __typename: 'Query' } });
});

const showViewer: PlugIn = (ctx) => {
  ctx.body = { viewer: ctx.state.viewer?.nickname ?? null };
};

for (const dialect of ['specification', 'decidim-0.32'])
  test(`${dialect}: a plug-in knows the user of a bearer token`, async (t) => {
    const { send } = await start(t, [showViewer], { dialect });
    const viewerOf = async (headers: Record<string, string>) =>
      (await send('GET', '/x', undefined, headers)).body.viewer;
    assert.equal(await viewerOf({ authorization: 'Bearer member-token' }), 'member-key');
    assert.equal(await viewerOf({ authorization: 'Bearer nobody' }), null);
    assert.equal(await viewerOf({}), null);
  });

const showViewerAtX: PlugIn = (ctx, next) => (ctx.path === '/x' ? showViewer(ctx, next) : next());

test('in Decidim, a plug-in knows the user of a session cookie', async (t) => {
  const { send } = await start(t, [showViewerAtX], { dialect: 'decidim-0.32' });
  const { headers } = await send('POST', '/api/sign_in', signInRequest('other').body);
  const [cookie] = headers.getSetCookie()[0]!.split(';');
  assert.equal((await send('GET', '/x', undefined, { cookie: cookie! })).body.viewer, 'other-key');
});

test('a plug-in sees the records and the clock of the world of the request', async (t) => {
  const { send, query } = await start(t, [
    (ctx, next) => {
      if (ctx.path !== '/x') return next();
      const { store, clock } = ctx.state.world;
      ctx.body = { state: store.find('proposals', 1)?.state ?? null, time: clock.now() };
      return undefined;
    },
  ]);
  const session = { 'x-plenum-session': 'a' };
  const time = Date.parse('2030-01-01T00:00:00Z');
  await send('PUT', '/__admin/clock', { mode: 'fixed', time: '2030-01-01T00:00:00Z' }, session);
  const answer = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: { attributes: { state: "accepted" } }) { id } } } } }`;
  const { errors } = await query(answer, { ...session, authorization: 'Bearer admin-token' });
  assert.equal(errors, undefined);
  assert.deepEqual((await send('GET', '/x', undefined, session)).body, { state: 'accepted', time });
  const own = (await send('GET', '/x')).body as { state: string | null; time: number };
  assert.equal(own.state, null);
  assert.ok(own.time < time);
});

test('plug-ins do not get requests to the control and the pages, also where nothing is', async (t) => {
  const seen: string[] = [];
  const seePath: Koa.Middleware = (ctx) => void seen.push(ctx.path);
  const { send } = await start(t, [seePath]);
  const plain = await startControlServer(t);
  for (const path of ['/', '/__admin', '/__admin/health', '/__admin/none', '/console', '/explorer', '/__pages/none.js'])
    for (const method of ['GET', 'POST'])
      assert.equal((await send(method, path)).status, (await plain.send(method, path)).status, `${method} ${path}`);
  assert.deepEqual(seen, []);
  await send('GET', '/x');
  assert.deepEqual(seen, ['/x']);
});

const failures: [string, PlugIn, RegExp][] = [
  [
    'a thrown error',
    () => {
      throw new TypeError('secret reason');
    },
    /TypeError: secret reason/,
  ],
  [
    'a rejection',
    async () => {
      throw new Error('secret reason');
    },
    /secret reason/,
  ],
  [
    'an error after next()',
    async (_, next) => {
      await next();
      throw new Error('secret reason');
    },
    /secret reason/,
  ],
];
for (const [name, plugIn, message] of failures)
  for (const dialect of ['specification', 'decidim-0.32'])
    test(`${dialect}: ${name} in a plug-in is a bug: logged whole, masked for the client`, async (t) => {
      const { send, bugs } = await start(t, [plugIn], { dialect });
      const { status, headers, body } = await send('POST', '/api', { query: '{ __typename }' });
      assert.equal(status, 500);
      assert.doesNotMatch(JSON.stringify(body), /secret/);
      // The form of a bug of the dialect itself: see error-masking.test.ts.
      if (dialect === 'specification') assert.deepEqual(body, { errors: [{ message: 'Internal error' }] });
      else assert.doesNotMatch(headers.get('content-type') ?? '', /problem/);
      assert.equal(bugs.length, 1);
      assert.match(bugs[0]!.stack!, message);
      assert.match(bugs[0]!.stack!, /plug-ins\.test\.ts/);
    });

test('ctx.throw sends its status and message', async (t) => {
  const { send, bugs } = await start(t, [(ctx) => ctx.throw(404, 'There is no such town.')]);
  const { status, body } = await send('GET', '/towns/1');
  assert.deepEqual([status, body], [404, { errors: [{ message: 'There is no such town.' }] }]);
  assert.deepEqual(bugs, []);
});

test('an error of the API passes through a plug-in unchanged', async (t) => {
  const withPlugIn = await start(t, [async (_, next) => next()]);
  const without = await startControlServer(t);
  for (const [method, body] of [
    ['POST', '{'],
    ['PUT', {}],
    ['POST', 'x'.repeat(2 ** 20 + 1)],
  ] as const) {
    const expected = await without.send(method, '/api', body);
    assert.ok(expected.status >= 400);
    const { status, body: sent } = await withPlugIn.send(method, '/api', body);
    assert.deepEqual([status, sent], [expected.status, expected.body]);
  }
  assert.deepEqual(withPlugIn.bugs, []);
});

const responding = (body: string): string => `(ctx) => { ctx.body = '${body}'; }`;

test('--use loads one middleware or a list, from a path relative to the working folder', async (t) => {
  const folder = createTemporaryFolder(t);
  for (const [name, code, count] of [
    ['one.mjs', `export default ${responding('one')};`, 1],
    ['two.mjs', `export default [${responding('two')}, ${responding('three')}];`, 2],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, code);
    for (const path of [file, relative(process.cwd(), file)]) {
      const plugIns = await loadPlugIns(path);
      assert.equal(plugIns.length, count, path);
      const server = await startServer({ plugIns });
      t.after(() => server.close());
      assert.equal(await (await server.fetch('/x')).text(), name.replace('.mjs', ''));
    }
  }
});

test('a file that cannot be loaded, or has no middleware, is named with the reason', async (t) => {
  const folder = createTemporaryFolder(t);
  for (const [name, code, reason] of [
    ['missing.mjs', undefined, /Cannot find module/],
    ['syntax.mjs', 'export default {', /Unexpected end of input/],
    ['throws.mjs', 'throw new Error("no town");', /no town/],
    ['throws-text.mjs', 'throw "no town";', /no town/],
    ['without.mjs', 'export const use = () => {};', /default export must be a Koa middleware or a list of them/],
    ['empty.mjs', 'export default [];', /default export must be/],
    ['object.mjs', 'export default { use() {} };', /default export must be/],
    ['partly.mjs', 'export default [() => {}, 1];', /default export must be/],
  ] as const) {
    const file = join(folder, name);
    if (code !== undefined) writeFileSync(file, code);
    await assert.rejects(loadPlugIns(file), isCommandError(2, `the plug-in ${file} cannot be loaded`, reason), name);
  }
});

test('createStandIn runs the plug-ins of "use" in every session, and refuses what is no list of functions', async (t) => {
  const standIn = await createStandIn({ use: [respond('/x', 'mine')] });
  t.after(() => standIn.close());
  for (const world of [standIn, await standIn.session()]) assert.equal(await (await world.fetch('/x')).text(), 'mine');
  for (const use of [showViewer, 'file.mjs', [1]])
    await assert.rejects(
      createStandIn({ use: use as never }),
      isCommandError(2, '"use" must be a list of Koa middleware'),
    );
});
