import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { serveCommand } from '../cli/commands/serve.ts';
import { copyDemoWorld, editWorld, isCommandError } from '../../test/support/folders.ts';
import { runCommand } from '../../test/support/process.ts';
import { type AnyData, startServer } from '../../test/support/test-server.ts';
import { dialects } from '../../test/support/control-server.ts';
import { loadWorldTables } from '../records/world.ts';
import { defaultOptions } from './options.ts';
import { Worlds } from './worlds.ts';

/** Starts a server that watches a copy of the demo world. */
async function startWatching(t: TestContext) {
  const world = copyDemoWorld(t);
  const results: (Error | undefined)[] = [];
  let notify: (() => void) | undefined;
  const running = await startServer({
    world,
    watch: true,
    onBug: (error) => assert.fail(error),
    onWorldChange(error) {
      results.push(error);
      notify?.();
    },
  });
  t.after(() => running.close());
  /** Changes the world, and resolves with the result of loading it. */
  async function change(edit: () => void): Promise<Error | undefined> {
    const loaded = new Promise<void>((resolve) => {
      notify = resolve;
    });
    edit();
    await loaded;
    return results.at(-1);
  }
  const { store } = running.world;
  const titles = () => store.all('meetings').map(({ title }) => Object.values(title)[0]);
  const rename = (id: number, title: string) =>
    store.update((transaction) => transaction.update('meetings', id, { title: { en: title } }));
  return {
    ...running,
    running: running.world,
    world,
    reset: () => running.world.reset(),
    store,
    change,
    titles,
    rename,
  };
}

const setTitle = (world: string, index: number, title: string): void =>
  editWorld(world, 'meetings', (meetings) => (meetings[index].title = { en: title }));

describe('a server that watches its world', { timeout: 60_000 }, () => {
  test('loads changed, new and removed records', async (t) => {
    const { world, change, store, titles } = await startWatching(t);
    const [, second] = titles();
    const result = await change(() =>
      editWorld(world, 'meetings', (meetings) => {
        meetings[0].title = { en: 'Changed' };
        meetings.splice(2, 2, { ...meetings[2], id: 9, title: { en: 'New' } });
      }),
    );
    assert.equal(result, undefined);
    assert.deepEqual(titles(), ['Changed', second, 'New']);
    assert.equal(store.find('meetings', 3), undefined);
  });

  test('loads the records that the folder of its dialect changes', async (t) => {
    const { world, change, titles } = await startWatching(t);
    const folder = join(world, 'specification');
    const result = await change(() => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'meetings.json'), '[{ "id": 1, "title": { "en": "Here only" } }]');
    });
    assert.deepEqual([result, titles()[0]], [undefined, 'Here only']);
  });

  test('keeps a record deleted that a client deleted', async (t) => {
    const { change, world, store } = await startWatching(t);
    store.update((transaction) => transaction.delete('follows', 1));
    assert.equal(await change(() => setTitle(world, 0, 'Changed')), undefined);
    assert.equal(store.find('follows', 1), undefined);
  });

  test('keeps the records that clients created or changed, also over several changes', async (t) => {
    const { world, change, store, titles, rename } = await startWatching(t);
    rename(2, 'Of a client');
    const { id: _, reference: __, createdAt: ___, updatedAt: ____, ...fields } = store.find('meetings', 1)!;
    store.update((transaction) => transaction.create('meetings', { ...fields, title: { en: 'Created' } }));
    for (const title of ['One', 'Two']) {
      assert.equal(await change(() => [0, 1].forEach((index) => setTitle(world, index, title))), undefined);
      assert.deepEqual([...titles().slice(0, 2), titles()[4]], [title, 'Of a client', 'Created']);
    }
  });

  test('keeps the world if a file is bad, says why, and loads it when it is mended', async (t) => {
    const { world, change, titles } = await startWatching(t);
    const before = titles();
    const result = await change(() => writeFileSync(join(world, 'users.json'), '['));
    assert.match(result!.message, /users\.json: line 1: not JSON/);
    assert.deepEqual(titles(), before);
    const users = [{ id: 1, name: 'Only', nickname: 'only' }];
    const dangling = await change(() => writeFileSync(join(world, 'users.json'), JSON.stringify(users)));
    assert.match(
      dangling!.message,
      /proposals\.json: record 1 \(id 1\): authorIds\.0: there is no such record in users/,
    );
    setTitle(world, 0, 'Mended');
    assert.equal(await change(() => writeFileSync(join(world, 'users.json'), JSON.stringify(demoUsers))), undefined);
    assert.equal(titles()[0], 'Mended');
  });

  test('keeps the world if a record of a client does not fit to the next one', async (t) => {
    const { world, change, store } = await startWatching(t);
    const fields = { name: 'Ada', nickname: 'ada', admin: false, key: null, secret: null, token: null };
    store.update((transaction) => transaction.create('users', fields));
    const result = await change(() => editWorld(world, 'users', (users) => users.push({ ...fields, id: 6 })));
    assert.equal(result?.message, 'users 5, which a client wrote: nickname: "ada" is already used by users 6');
    assert.equal(store.find('users', 6), undefined);
  });

  test('resets to the world as it is now, and new sessions start with it', async (t) => {
    const { world, change, titles, rename, reset, sessions } = await startWatching(t);
    rename(2, 'Of a client');
    await change(() => setTitle(world, 1, 'Next'));
    assert.equal(titles()[1], 'Of a client');
    const session = await sessions.get('one');
    assert.deepEqual(session.store.find('meetings', 2)!.title, { en: 'Next' });
    await reset();
    assert.equal(titles()[1], 'Next');
  });

  test('a change during another reload is laid over that one', async (t) => {
    const world = copyDemoWorld(t);
    const versions = ['Loaded', 'One', 'Two'].map((title) => {
      setTitle(world, 0, title);
      return loadWorldTables(world, 0);
    });
    const worlds = new Worlds({
      ...defaultOptions,
      memory: true,
      executor: dialects[0]!.executor,
      loadTables: () => versions.shift()!,
      onBug: (error) => assert.fail(error),
    });
    const { store } = (await worlds.own).world;
    const title = () => store.find('meetings', 1)!.title['en'];
    const first = worlds.reload();
    while (title() !== 'One') await Promise.resolve();
    await Promise.all([first, worlds.reload()]);
    assert.equal(title(), 'Two');
  });

  test('needs records in memory', async () => {
    const terminal = { environment: {}, print: () => {}, progress: () => {}, colors: false };
    const run = runCommand(serveCommand, ['--watch', '--port', '0'], { ...terminal, signal: AbortSignal.abort() });
    await assert.rejects(run, isCommandError(2, '--watch needs --memory'));
  });
});

const demoUsers: AnyData[] = [1, 2, 3, 4].map((id) => ({ id, name: `User ${id}`, nickname: `user-${id}` }));
