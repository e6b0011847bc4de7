import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from '../../src/errors.ts';
import { readRecordings } from './recordings.ts';

const exchange = {
  name: 'a/one',
  order: 2,
  actor: 'member',
  request: { method: 'POST', path: '/api', headers: {} },
  response: { status: 200, headers: {}, text: '' },
};
const { actor: _, ...withoutActor } = exchange;
const record = { type: 'Status', record: 'status 1', query: '{ status { … } }' };
const values = { ...record, fields: { id: { selection: 'id', value: '1' } } };

function folderOf(t: test.TestContext, files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
}

const both = (changed: object) => [exchange, { ...exchange, name: 'a/two', order: 3, ...changed }];
const faults: [fact: string, files: Record<string, unknown>, message: RegExp][] = [
  ['no file', { 'schema.graphql': '' }, /has no recordings: files of exchanges that end in \.json$/],
  ['a file that is not JSON', { 'a.json': '[\n{]' }, /a\.json, line 2: not JSON: \w+$/],
  ['no array', { 'a.json': {} }, /a\.json: it must be an array$/],
  ['a record that is no object', { 'a.json': [exchange, 5] }, /a\.json: record 2: it must be object$/],
  ['no actor', { 'a.json': [withoutActor] }, /a\.json: record 1 \(a\/one\): it must have required property 'actor'$/],
  ['an unknown actor', { 'a.json': both({ actor: 'eve' }) }, /record 2 \(a\/two\): \/actor must be equal to one of/],
  ['a name without a group', { 'a.json': both({ name: 'two' }) }, /record 2 \(two\): \/name must match pattern/],
  ['an order that is no number', { 'a.json': both({ order: '3' }) }, /record 2 \(a\/two\): \/order must be integer$/],
  [
    'a path elsewhere',
    { 'a.json': both({ request: { ...exchange.request, path: '/apis' } }) },
    /\/request\/path must match/,
  ],
  [
    'two bodies',
    { 'a.json': both({ request: { ...exchange.request, json: 1, text: '' } }) },
    /\/request must NOT be valid$/,
  ],
  ['no body of an answer', { 'a.json': both({ response: { status: 200, headers: {} } }) }, /\/response must/],
  [
    'a status that is none',
    { 'a.json': both({ response: { ...exchange.response, status: 0 } }) },
    /\/response\/status must be >= 100$/,
  ],
  [
    'an order twice',
    { 'a.json': [exchange], 'b.json': [{ ...exchange, name: 'b/1' }] },
    /a\/one and b\/1 have the same order 2$/,
  ],
  ['a name twice', { 'a.json': [exchange], 'b.json': [{ ...exchange, order: 1 }] }, /have the same name a\/one$/],
  [
    'field values without fields',
    { 'field-values.json': [record] },
    /record 1 \(status 1\): it must have required property 'fields'$/,
  ],
  [
    'field values without a place',
    { 'field-values.json': [{ ...values, query: '{ a }' }] },
    /\/query must match pattern/,
  ],
];

for (const [fact, files, message] of faults) {
  test(`refused: ${fact}`, (t) => {
    const folder = folderOf(t, files);
    assert.throws(
      () => readRecordings(folder),
      (error) =>
        (error instanceof CommandError && error.exitCode === 2 && message.test(error.message)) ||
        assert.fail(String(error)),
    );
  });
}

test('refused: a folder that is not there', () => {
  assert.throws(() => readRecordings('/nowhere'), { exitCode: 2, message: /^\/nowhere cannot be read: ENOENT/ });
});

test('exchanges come in their order, over all files; what holds none is left out, and field values come last', (t) => {
  const first = { ...exchange, name: 'b/first', order: 1 };
  const folder = folderOf(t, {
    'a.json': [exchange],
    'b.json': [first],
    'audits.json': {},
    'create-result-command.json': 5,
    'field-values.json': [values],
  });
  assert.deepEqual(
    readRecordings(folder).map(({ name, order }) => [name, order]),
    [
      ['b/first', 1],
      ['a/one', 2],
      ['field-values/Status, status 1: id', 3],
    ],
  );
});
