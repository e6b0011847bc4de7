import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, listProposals } from './client.js';

// `plenum exec` runs this with a stand-in.
const url = process.env.PLENUM_URL;

test('the list has the titles of proposals', async () => {
  assert.ok((await listProposals(url, '1')).includes('Plant lime trees along Mill Road'));
});

test('a proposal has files with their sizes', async () => {
  for (const { fileSize } of await listFiles(url, '1', '1')) assert.ok(Number(fileSize) > 0);
});

test('a proposal that does not exist is an error with a code', async () => {
  await assert.rejects(listFiles(url, '1', '987654'), { code: 'NOT_FOUND_ERROR' });
});
