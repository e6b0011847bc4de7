import assert from 'node:assert/strict';
import test from 'node:test';
import type { FieldNode } from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import type { CustomAnalyzer } from '../../graphql-ruby/analysis/analyze-operation.ts';
import { parse } from '../../graphql-ruby/parser/parser.ts';
import { scalarChecks } from '../schema/scalars.ts';
import { decidim032 } from '../versions/0.32/version.ts';
import { createGraphqlRubyOptions } from './graphql-ruby-options.ts';

const { analyzers } = createGraphqlRubyOptions(decidim032.limits);

type Visited = Pick<FieldNode, 'selectionSet'>;

function visit(analyzer: CustomAnalyzer, { selectionSet }: Visited): void {
  for (const node of (selectionSet?.selections ?? []) as FieldNode[]) {
    const skipped = node.directives!.length > 0;
    analyzer.enter(node, skipped);
    visit(analyzer, node);
    analyzer.leave(node, skipped);
  }
}

const codesOf = (query: string): unknown[] =>
  analyzers.flatMap((create) => {
    const analyzer = create();
    visit(analyzer, parse(query).definitions[0] as unknown as Visited);
    return analyzer.error()?.extensions?.['code'] ?? [];
  });

const recursion = 'RECURSION_LIMIT_EXCEEDED_ERROR';
const aliases = 'TOO_MANY_ALIASES_ERROR';

// What the platform says of the same forms.
for (const [name, query, expected] of [
  ['five aliases', '{ a: x b: x c: x d: x { e: x } e: x }', []],
  ['six aliases, a skipped one among them', '{ a: x b: x c: x d: x { e: x } f: x @skip(if: true) }', [aliases]],
  ['a field in itself twice', '{ x { y { x { z } } } x { z } }', []],
  ['a field in itself three times', '{ x { x { y { x { z } } } } }', [recursion]],
  ['a leaf in itself three times', '{ x { x { x } } }', []],
  ['a skipped leaf in itself three times', '{ x { x { x @skip(if: true) } } }', [recursion]],
  [
    'fields of connections',
    '{ nodes { nodes { nodes { edges { edges { edges { node { node { node { x } } } } } } } } } }',
    [],
  ],
  ['both', '{ a: x { b: x { c: x { d: x } } } e: x f: x }', [recursion, aliases]],
] as const) {
  test(name, () => assert.deepEqual(codesOf(query), expected));
}

test('aliases are counted in the message', () => {
  const analyzer = analyzers[1]!();
  visit(analyzer, parse('{ a: x b: x c: x d: x e: x f: x g: x }').definitions[0] as unknown as Visited);
  assert.equal(analyzer.error()!.message, 'Too many aliases used. You have used 7 aliases, but 5 are allowed.');
});

const { DateTime, Date: day } = scalarChecks;

test('dates that can be read are taken', () => {
  assert.equal(DateTime('2027-02-30T18:00:00'), true);
  assert.equal(day('2027-03-12'), true);
});

for (const [name, takes, value] of [
  ['a day for a date and time', DateTime, '2027-03-12'],
  ['a number for a date and time', DateTime, 5],
  ['a list for a date and time', DateTime, ['2027-03-12T18:00:00Z']],
  ['a text for a day', day, 'soon'],
  ['a month too many', day, '2027-13-12'],
] as const) {
  test(`${name} crashes`, () => assert.throws(() => takes(value), SimulatedServerError));
}
