import assert from 'node:assert/strict';
import test from 'node:test';
import { type LeafOptions, collectLeafFields } from './leaf-fields.ts';
import { printSelectionSet, responseKeys } from './selection-set.ts';
import { platformSchema } from '../../../test/support/platform-schema.ts';

const options: LeafOptions = { schema: platformSchema, locale: 'en', recordTypes: new Set(['Proposal']) };
const pathsOf = (type: string) => collectLeafFields(type, options).map(({ path }) => path.join(' '));

test('a selection set contains every path, with common steps once', () => {
  const paths = [['a(id: 1)', '... on B', 'c'], ['a(id: 1)', '... on B', 'd', 'e'], ['f']];
  assert.equal(printSelectionSet(paths), '{ a(id: 1) { ... on B { c d { e } } } f }');
  assert.deepEqual(responseKeys(paths[1]!), ['a', 'd', 'e']);
});

test('collects every field without required arguments, beginning with the id', () => {
  const names = collectLeafFields('Meeting', options).map(({ path }) => path[0]!.replace(/\(.*/, ''));
  const expected = Object.keys((platformSchema.getType('Meeting') as { getFields?(): object }).getFields!());
  assert.equal(names[0], 'id');
  assert.deepEqual([...new Set(names)].toSorted(), [...expected, '__typename'].toSorted());
});

test('collects the fields of related types, and only the ids of types that are looked up', () => {
  const paths = pathsOf('Meeting');
  for (const path of [
    'title translation(locale: "en")',
    'author organizationName translations text',
    'taxonomies parent name locales',
    'proposalsFromMeeting id',
  ])
    assert.ok(paths.includes(path), path);
  assert.ok(!paths.includes('proposalsFromMeeting address'));
  assert.ok(pathsOf('Proposals').some((path) => path.startsWith('proposals(first: 2) ')));
  assert.ok(!pathsOf('Proposals').some((path) => path.startsWith('proposal(')));
});

test('collects no field of a mutation type that may write', () => {
  assert.deepEqual(pathsOf('CommentMutation'), ['id', '__typename']);
  assert.ok(pathsOf('MeetingsMutation').includes('name locales'));
});

test('collects the names of the types of a union, and nothing of a scalar', () => {
  assert.deepEqual(pathsOf('ComponentMutation'), ['__typename']);
  assert.deepEqual(pathsOf('String'), []);
});
