import assert from 'node:assert/strict';
import test from 'node:test';
import { type Page, readPages } from './pages.ts';

/** Reads pages that a function makes of their number, and counts them. */
async function readAll(pageOf: (number: number) => Page) {
  const cursors: (string | undefined)[] = [];
  const problem = await readPages((after) => {
    cursors.push(after);
    return Promise.resolve(pageOf(cursors.length));
  });
  return { cursors, problem };
}

test('reads the pages of a list, also empty ones and those that cannot be read', async () => {
  const ids = [[1, 2], [], [3, undefined], [undefined], [3], [4]];
  const { cursors, problem } = await readAll((number) => ({
    next: number === ids.length ? undefined : `after ${number}`,
    ids: ids[number - 1]!,
  }));
  assert.deepEqual(cursors, [undefined, 'after 1', 'after 2', 'after 3', 'after 4', 'after 5']);
  assert.equal(problem, undefined);
});

test('ends when a cursor returns', async () => {
  const { cursors, problem } = await readAll((number) => ({ next: ['a', 'b'][number % 2]!, ids: [number] }));
  assert.equal(cursors.length, 3);
  assert.match(problem!, /^the server sends the cursor b twice/);
});

test('ends when pages have no new records', async () => {
  for (const ids of [[], [1, 2]]) {
    const { cursors, problem } = await readAll((number) => ({ next: String(number), ids }));
    assert.ok(cursors.length <= 4);
    assert.match(problem!, /no new records/);
  }
});
