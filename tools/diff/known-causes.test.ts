import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readKnownCauses, findKnownReason } from './known-causes.ts';

const known = readKnownCauses(fileURLToPath(new URL('known-causes.json', import.meta.url)));
const cause = (name: string) => ({ name, exchanges: [], difference: { path: '', expected: 1, found: 2 } });

test('a picture that fails is known, and a name that differs is not', () => {
  assert.match(findKnownReason(cause('Author.avatarUrl: answered / HTTP 500'), known)!, /pictures/);
  assert.equal(findKnownReason(cause('Author.name: another value'), known), undefined);
});

test('no known difference covers another one', () => {
  const covered = known.filter((each) => known.some((other) => other !== each && each.cause.startsWith(other.cause)));
  assert.deepEqual(covered, []);
});
