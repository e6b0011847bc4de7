import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, validate, visit } from 'graphql';
import { argumentQueries } from './argument-queries.ts';
import { collectLeafFields } from './leaf-fields.ts';
import { listEntryPoints } from './entry-points.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';
import { responseKeys, printSelectionSet } from './selection-set.ts';

/** The depth of a document, its aliases, and the highest number of equal fields with subfields on one path. */
function measure(document: string) {
  const path: string[] = [];
  const measured = { depth: 0, aliases: 0, recursion: 0 };
  visit(parse(document), {
    Field: {
      enter({ name, alias, selectionSet }) {
        path.push(name.value);
        measured.depth = Math.max(measured.depth, path.length);
        if (alias) measured.aliases += 1;
        if (!selectionSet || ['node', 'edges', 'nodes'].includes(name.value)) return;
        measured.recursion = Math.max(measured.recursion, path.filter((each) => each === name.value).length);
      },
      leave: () => void path.pop(),
    },
  });
  return measured;
}

test('a selection set contains every path, with common steps once', () => {
  const paths = [['a(id: 1)', '... on B', 'c'], ['a(id: 1)', '... on B', 'd', 'e'], ['f']];
  assert.equal(printSelectionSet(paths), '{ a(id: 1) { ... on B { c d { e } } } f }');
  assert.deepEqual(responseKeys(paths[1]!), ['a', 'd', 'e']);
});

test('collects every field without required arguments, and only ids of types with entry points', () => {
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

test('documents for every entry point are within the limits of the platform', () => {
  const entryPoints = listEntryPoints();
  for (const { type, operation, path } of entryPoints) {
    const leaves = collectLeafFields(platformSchema, type);
    if (leaves.length === 0) continue;
    const document = `${operation} ${printSelectionSet(leaves.map((leaf) => [...path, ...leaf.path]))}`;
    assert.deepEqual(validate(platformSchema, parse(document)), [], document);
    const { depth, aliases, recursion } = measure(document);
    assert.ok(depth <= 15 && aliases === 0 && recursion <= 2, `${path.join(' ')}: ${depth} ${recursion}`);
  }
  assert.ok(entryPoints.some(({ path }) => path[0] === 'user(id: 4)'));
  const types = new Set(entryPoints.map(({ type }) => type));
  for (const type of ['User', 'Meeting', 'Proposal', 'Result', 'Status', 'Budget', 'Project', 'Organization', 'Pages'])
    assert.ok(types.has(type), type);
});

test('argument queries try single values and pairs, as each actor', () => {
  const requests = argumentQueries(platformSchema, ['admin', 'member', 'anonymous']);
  const queries = requests.map(({ query }) => query);
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
  assert.equal(new Set(requests.map(({ actor }) => actor)).size, 3);
});
