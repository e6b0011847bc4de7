import assert from 'node:assert/strict';
import { createTest } from '../../src/testing/node-test.ts';
import { readTitle } from './module-constant.ts';

const test = createTest({ dialect: 'decidim-0.32', apiUrl: 'https://town.example/api' });

void test('a client that is a module constant asks the world of the test', async (_, session) => {
  await session.records.update('proposals', 1, { title: { en: 'A bench by the river' } });
  assert.equal(await readTitle(), 'A bench by the river');
});

void test('the next test has a world of its own', async () => {
  assert.equal(await readTitle(), 'More bicycle lanes');
});
