import assert from 'node:assert/strict';
import test from 'node:test';
import { readFlags, selectByKey } from './flags.mjs';

test('without flags, everything is measured', () => {
  const flags = readFlags([]);
  assert.equal(flags.command, 'requests');
  assert.deepEqual([flags.operations, flags.servers, flags.compare, flags.results], [[], [], undefined, undefined]);
});

test('flags select rounds, seconds, operations, servers and another checkout', () => {
  const args = '--rounds 7 --seconds 2 --operation list --operation create --server memory --compare ../before';
  assert.deepEqual(readFlags(args.split(' ')), {
    command: 'requests',
    rounds: 7,
    seconds: 2,
    operations: ['list', 'create'],
    servers: ['memory'],
    compare: '../before',
    results: undefined,
  });
});

const invalid: [string, RegExp][] = [
  ['--rounds 0', /--rounds must be a whole number of at least 1, not 0/],
  ['--seconds 1.5', /--seconds must be a whole number/],
  ['--unknown', /--unknown/],
  ['memory', /usage: /],
  ['control --compare ..', /"control" takes no flags/],
  ['control --server memory', /"control" takes neither --operation nor --server/],
  ['documents --rounds 2', /"documents" takes no flags/],
  ['stores --operation list', /"stores" takes neither --operation nor --server/],
  ['stores --compare ..', /"stores" takes no --compare/],
  ['records --server memory', /"records" takes neither --operation nor --server/],
];
for (const [args, message] of invalid)
  test(`rejects ${args}`, () => {
    assert.throws(() => readFlags(args.split(' ')), message);
  });

const items = [{ key: 'list' }, { key: 'page' }];

test('no keys select all items', () => {
  assert.deepEqual(selectByKey('operation', items, []), items);
});

test('keys select items in the order of the items', () => {
  assert.deepEqual(selectByKey('operation', items, ['page', 'list']), items);
  assert.deepEqual(selectByKey('operation', items, ['page']), [{ key: 'page' }]);
});

test('an unknown key is rejected with the keys that there are', () => {
  assert.throws(() => selectByKey('server', items, ['pages']), /--server pages is unknown; there are list, page/);
});
