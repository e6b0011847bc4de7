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
const withoutFields = { type: 'Status', record: 'status 1', query: '{ status { … } }' };
const fieldValues = { ...withoutFields, fields: { id: { selection: 'id', value: '1' } } };

function writeFiles(t: test.TestContext, files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
}

const withSecond = (changed: object) => [exchange, { ...exchange, name: 'a/two', order: 3, ...changed }];
const invalidFolders: [name: string, files: Record<string, unknown>, message: RegExp][] = [
  ['a folder without .json files', { 'schema.graphql': '' }, / contains no \.json files with recorded exchanges$/],
  ['a file that is not JSON', { 'a.json': '[\n{]' }, /a\.json, line 2: not JSON: \w+$/],
  ['a file without an array', { 'a.json': {} }, /a\.json: the file must contain an array$/],
  ['a record that is not an object', { 'a.json': [exchange, 5] }, /a\.json: record 2: the record must be object$/],
  [
    'a record without an actor',
    { 'a.json': [withoutActor] },
    /a\.json: record 1 \(a\/one\): the record must have required property 'actor'$/,
  ],
  [
    'an unknown actor',
    { 'a.json': withSecond({ actor: 'eve' }) },
    /record 2 \(a\/two\): \/actor must be equal to one of/,
  ],
  ['a name without a group', { 'a.json': withSecond({ name: 'two' }) }, /record 2 \(two\): \/name must match pattern/],
  [
    'an order that is not a number',
    { 'a.json': withSecond({ order: '3' }) },
    /record 2 \(a\/two\): \/order must be integer$/,
  ],
  [
    'a path outside the API',
    { 'a.json': withSecond({ request: { ...exchange.request, path: '/apis' } }) },
    /\/request\/path must match/,
  ],
  [
    'a request with two bodies',
    { 'a.json': withSecond({ request: { ...exchange.request, json: 1, text: '' } }) },
    /\/request must NOT be valid$/,
  ],
  [
    'a response without a body',
    { 'a.json': withSecond({ response: { status: 200, headers: {} } }) },
    /\/response must/,
  ],
  [
    'an invalid status',
    { 'a.json': withSecond({ response: { ...exchange.response, status: 0 } }) },
    /\/response\/status must be >= 100$/,
  ],
  [
    'a duplicate order',
    { 'a.json': [exchange], 'b.json': [{ ...exchange, name: 'b/1' }] },
    /a\/one and b\/1 have the same order 2$/,
  ],
  ['a duplicate name', { 'a.json': [exchange], 'b.json': [{ ...exchange, order: 1 }] }, /have the same name a\/one$/],
  [
    'field values without fields',
    { 'field-values.json': [withoutFields] },
    /record 1 \(status 1\): the record must have required property 'fields'$/,
  ],
  [
    'field values without a … in the query',
    { 'field-values.json': [{ ...fieldValues, query: '{ a }' }] },
    /\/query must match pattern/,
  ],
];

for (const [name, files, message] of invalidFolders) {
  test(`rejects ${name}`, (t) => {
    const folder = writeFiles(t, files);
    assert.throws(
      () => readRecordings(folder),
      (error) =>
        (error instanceof CommandError && error.exitCode === 2 && message.test(error.message)) ||
        assert.fail(String(error)),
    );
  });
}

test('rejects a missing folder', () => {
  assert.throws(() => readRecordings('/nowhere'), { exitCode: 2, message: /^\/nowhere cannot be read: ENOENT/ });
});

test('reads exchanges in order, across files, with field values last or first and other files ignored', (t) => {
  const first = { ...exchange, name: 'b/first', order: 1 };
  const folder = writeFiles(t, {
    'a.json': [exchange],
    'b.json': [first],
    'audits.json': {},
    'create-result-command.json': 5,
    'field-values.json': [fieldValues],
  });
  const namesOf = (options?: object) => readRecordings(folder, options).map(({ name, order }) => [name, order]);
  const fieldValue = ['field-values/Status, status 1: id', 3];
  assert.deepEqual(namesOf(), [['b/first', 1], ['a/one', 2], fieldValue]);
  assert.deepEqual(namesOf({ fieldValuesFirst: true }), [fieldValue, ['b/first', 1], ['a/one', 2]]);
});
