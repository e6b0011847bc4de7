import assert from 'node:assert/strict';
import test from 'node:test';
import { findKnownReason, isCauseWithName, knownCausesFile, readKnownCauses } from './known-causes.ts';

const known = readKnownCauses(knownCausesFile('decidim-0.32', 'http://localhost:3000/api'));

test('a failing picture is known, another name is not', () => {
  assert.match(findKnownReason('Author.avatarUrl: success / HTTP 500', known)!, /pictures/);
  assert.equal(findKnownReason('Author.name: another value', known), undefined);
});

test('a registration form without a title, and the second of two refusals, are known of the stand-in only', () => {
  for (const [subject, standIn, platform] of [
    ['LocalizedString.text', 'Cannot … at title', 'success'],
    ['TranslatedField.locales', 'Cannot … at title', 'success'],
    ['ParticipatorySpace.components', 'no other error', 'Invalid … at components'],
  ]) {
    assert.ok(findKnownReason(`${subject}: ${standIn} / ${platform}`, known), subject);
    assert.equal(findKnownReason(`${subject}: ${standIn} / HTTP 500`, known), undefined);
  }
  assert.equal(findKnownReason('LocalizedString.text: success / Cannot … at title', known), undefined);
});

test('the pairs of dialects with documented differences have lists of their own', () => {
  const [cause] = readKnownCauses(knownCausesFile('decidim-0.32', 'decidim-develop'));
  assert.equal(cause!.cause, 'AccountabilityMutation: absent from a');
  assert.equal(knownCausesFile('decidim-develop', 'decidim-0.32'), knownCausesFile('self', 'self'));
});

const names: [cause: string, name: string, matches: boolean][] = [
  ['A.b', 'A.b: missing', true],
  ['A.b', 'B.A.b', false],
  ['*: X / Y', 'A.b: X / Y at z', true],
  ['A.b: * / Y', 'A.b: X / Y', true],
  ['A.b: * / Y', 'A.c: X / Y', false],
  ['A.b: * / Y', 'A.b: X / Z', false],
  ['A.*.c*.c', 'A.b.c', false],
];
for (const [cause, name, matches] of names)
  test(`${cause} ${matches ? 'is' : 'is not'} a cause with the name ${name}`, () =>
    assert.equal(isCauseWithName({ cause, reason: '' }, name), matches));

test('no known cause includes another', () => {
  const redundant = known.filter(({ cause: name }) =>
    known.some(({ cause: other }) => other !== name && name.startsWith(other)),
  );
  assert.deepEqual(redundant, []);
});
