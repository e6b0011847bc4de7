import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, validate, visit } from 'graphql';
import { argumentQueries } from './argument-queries.ts';
import { collectLeafFields } from './leaf-fields.ts';
import { listEntryPoints } from './entry-points.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';
import { responseKeys, printSelectionSet } from './selection-set.ts';

/** The deepest field of a document, its aliases, and how often the same field with fields of its own stands on one path. */
function measured(document: string) {
  const [path, found]: [string[], { depth: number; aliases: number; recursion: number }] = [
    [],
    { depth: 0, aliases: 0, recursion: 0 },
  ];
  visit(parse(document), {
    Field: {
      enter({ name, alias, selectionSet }) {
        path.push(name.value);
        found.depth = Math.max(found.depth, path.length);
        if (alias) found.aliases += 1;
        const plain = ['node', 'edges', 'nodes'].includes(name.value) || !selectionSet;
        if (!plain) found.recursion = Math.max(found.recursion, path.filter((each) => each === name.value).length);
      },
      leave: () => void path.pop(),
    },
  });
  return found;
}

test('a selection holds every path, each step once', () => {
  const paths = [['a(id: 1)', '... on B', 'c'], ['a(id: 1)', '... on B', 'd', 'e'], ['f']];
  assert.equal(printSelectionSet(paths), '{ a(id: 1) { ... on B { c d { e } } } f }');
  assert.deepEqual(responseKeys(paths[1]!), ['a', 'd', 'e']);
});

test('every field of a type is among its leaves, but for those that take a record', () => {
  const fields = new Set(collectLeafFields(platformSchema, 'Meeting').map(({ path }) => path[0]!.replace(/\(.*/, '')));
  const expected = Object.keys((platformSchema.getType('Meeting') as { getFields?(): object }).getFields!());
  assert.deepEqual([...fields].toSorted(), [...expected, '__typename'].toSorted());
  const deep = new Set(collectLeafFields(platformSchema, 'Meeting').map(({ path }) => path.join(' ')));
  for (const path of [
    'title translation(locale: "en")',
    'author organizationName translations text',
    'taxonomies parent name locales',
    'proposalsFromMeeting id',
  ])
    assert.ok(deep.has(path), path);
  assert.ok(!deep.has('proposalsFromMeeting address'));
  const inProposals = collectLeafFields(platformSchema, 'Proposals').map(({ path }) => path[0]);
  assert.ok(inProposals.includes('proposals(first: 2)') && !inProposals.some((step) => step!.startsWith('proposal(')));
});

test('every place of the world is read within the limits of the platform', () => {
  const places = listEntryPoints();
  for (const { type, operation, path } of places) {
    const leaves = collectLeafFields(platformSchema, type);
    if (leaves.length === 0) continue;
    const document = `${operation} ${printSelectionSet(leaves.map((leaf) => [...path, ...leaf.path]))}`;
    assert.deepEqual(validate(platformSchema, parse(document)), [], document);
    const { depth, aliases, recursion } = measured(document);
    assert.ok(depth <= 15 && aliases === 0 && recursion <= 2, `${path.join(' ')}: ${depth} ${recursion}`);
  }
  assert.ok(places.some(({ path }) => path[0] === 'user(id: 4)'));
  const types = new Set(places.map(({ type }) => type));
  for (const type of ['User', 'Meeting', 'Proposal', 'Result', 'Status', 'Budget', 'Project', 'Organization', 'Pages'])
    assert.ok(types.has(type), type);
});

test('arguments are given one by one and in pairs, as each actor', () => {
  const reads = argumentQueries(platformSchema, ['admin', 'member', 'anonymous']);
  const queries = reads.map(({ query }) => query);
  for (const step of [
    'users(filter: {name: "robot"})',
    'meetings(first: -1)',
    'meetings(first: 0, last: 0)',
    'translation(locale: "xx")',
    'components(order: {weight: "asc", id: "desc"})',
  ])
    assert.ok(
      queries.some((query) => query.includes(step)),
      step,
    );
  assert.equal(new Set(reads.map(({ actor }) => actor)).size, 3);
});
