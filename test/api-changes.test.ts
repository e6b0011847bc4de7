import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { describeChanges } from '../scripts/describe-changes.ts';
import { generateApiChanges } from '../scripts/generate-api-changes.ts';
import { findSchemaChanges } from '../tools/schema/changes.ts';

const generated = await generateApiChanges();
const page = generated['docs/api-changes.md']!;

test('the page of changes is generated from the schemas of the releases', () => {
  for (const [file, text] of Object.entries(generated))
    assert.equal(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'), text, `${file}: run npm run codegen`);
});

test('the page has a section for each step, and no table that is wider than 200 characters', () => {
  const steps = page.matchAll(/^## From decidim-(\S+) to decidim-(\S+)$/gm);
  assert.deepEqual(
    [...steps].map(([, from, to]) => `${from} ${to}`),
    ['0.29 0.30', '0.30 0.31', '0.31 0.32', '0.32 develop'],
  );
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.filter((line) => line.length > 200),
    [],
  );
});

test('fields with another name are in the table of their step, and where they are gone', () => {
  const step = page.split(/^## /m).find((each) => each.startsWith('From decidim-0.30 to decidim-0.31'))!;
  assert.match(step, /\| `endorsementsCount` +\| `likesCount` +\| `Post`, `Proposal` +\|/);
  assert.match(step, /\| `attendeeCount` +\| `attendeesCount` +\| `Meeting` +\|/);
  assert.match(step, /- `Question`: `answerOptions` \(now `responseOptions`\)\n/);
});

const afterOf = (type: string, name: string) => (type === '' && name === 'Old' ? 'Fresh' : undefined);

test('changes are described by type in plain words', async () => {
  const from = buildSchema(`
    interface Dated { at: String } interface Named { name: String }
    type Query implements Dated { at: String, a: Int!, b: Int!, c: Int, d(x: Int): Int, old: Old }
    type Old { a: Int } enum Order { UP DOWN } union Any = Query input Filter { a: Int, b: Int! }`);
  const to = buildSchema(`
    interface Dated { at: String } interface Named { name: String }
    type Query implements Named { name: String, a: Int, b: Int, c: String @deprecated(reason: "Use name."), d(y: Int): Int }
    type Fresh { a: Int, b: Int } enum Order { UP LEFT } union Any = Query | Fresh input Filter { a: Int!, b: Int, c: Int! }`);
  const lines = describeChanges(await findSchemaChanges(from, to), to, afterOf).split('\n');
  assert.deepEqual(
    lines.filter((line) => line !== ''),
    [
      '### Gone',
      '- Types: `Old` (now `Fresh`)',
      '- `Order`: `DOWN`',
      '- `Query`: `at`, `d(x:)`, `old`; no longer implements `Dated`',
      '### Changed',
      '- `Filter`: `a` is required; `b` may be left out',
      '- `Query`: `a`, `b` may be null; `c` is `String` instead of `Int`',
      '### Deprecated',
      '- `Query`: `c` (Use name.)',
      '### New',
      '- `Any`: may also be `Fresh`',
      '- `Filter`: `c` (required)',
      '- `Fresh`: a new type with `a`, `b`',
      '- `Order`: `LEFT`',
      '- `Query`: `d(y:)`, `name`; implements `Named`',
    ],
  );
});
