import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { demoWorld, readOperation, startTestServer } from '../../../test/support/test-server.ts';
import { loadServerDialect } from '../../dialects/dialects.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { Store } from '../../store/store.ts';
import { loadWorldTables } from '../../records/world.ts';

/** Starts a server whose records are being replaced until `finish` is called. */
async function startDuringReplacement(t: TestContext, dialect: string, onBug: (error: Error) => void) {
  let finish!: () => void;
  const replaced = new Promise<void>((resolve) => (finish = resolve));
  const log = { append: async () => {}, replace: () => replaced, close: async () => {} };
  const store = new Store(loadWorldTables(demoWorld, Date.now()), { log });
  const server = await startTestServer(t, { dialect: await loadServerDialect(dialect), store, onBug });
  const replacement = store.replace(() => createMemoryStore(demoWorld).tables);
  return { ...server, finish: () => (finish(), replacement) };
}

const input = { componentId: 1, proposalId: 1, input: { attributes: { state: 'accepted' } } };
const stateOf = (store: Store) => store.find('proposals', 1)!.state;

for (const dialect of ['specification', 'decidim-0.32'])
  test(`${dialect}: a write while records are replaced gets status 503 with Retry-After, and succeeds afterwards`, async (t) => {
    const bugs: Error[] = [];
    const { url, store, finish } = await startDuringReplacement(t, dialect, (error) => bugs.push(error));
    const before = stateOf(store);
    const answer = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
        body: JSON.stringify({ query: readOperation('answer'), variables: input }),
      });
    const refused = await answer();
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    assert.deepEqual(await refused.json(), {
      errors: [{ message: 'All records are being replaced. Nothing was changed.' }],
    });
    assert.equal(stateOf(store), before);
    await finish();
    assert.equal((await answer()).status, 200);
    assert.equal(stateOf(store), 'accepted');
    assert.deepEqual(bugs, []);
  });
