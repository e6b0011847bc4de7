import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readKnownCauses, findKnownReason } from './known-causes.ts';

const known = readKnownCauses(fileURLToPath(new URL('known-causes.json', import.meta.url)));

test('a failing picture is known, another name is not', () => {
  assert.match(findKnownReason('Author.avatarUrl: success / HTTP 500', known)!, /pictures/);
  assert.equal(findKnownReason('Author.name: another value', known), undefined);
});

test('no known cause includes another', () => {
  const redundant = known.filter(({ cause: name }) =>
    known.some(({ cause: other }) => other !== name && name.startsWith(other)),
  );
  assert.deepEqual(redundant, []);
});
