import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoWorld } from '../../../test/support/test-server.ts';
import type { Kind } from '../../records/records.ts';
import { removeInvalid } from './valid-records.ts';
import { type ImportedRecord, WorldBuilder } from './world-builder.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

/** A builder with records of the demo world. */
function buildDemo(...kinds: Kind[]): WorldBuilder {
  const world = new WorldBuilder();
  for (const kind of kinds)
    for (const record of JSON.parse(readFileSync(join(demoWorld, `${kind}.json`), 'utf8')) as ImportedRecord[])
      world.put(kind, record);
  return world;
}

for (const id of [-5, 0, 7])
  test(`a record that a world cannot have is left out, and reported: id ${id}`, () => {
    const world = buildDemo('organization', 'users');
    const count = world.all('users').length;
    world.put('users', { id, name: 5 });
    const reported: string[] = [];
    const left = removeInvalid(world, now, { miss: assert.fail, report: (problem) => void reported.push(problem) });
    assert.deepEqual(left, []);
    assert.equal(world.all('users').length, count);
    assert.ok(reported.length > 0);
    for (const each of reported)
      assert.match(each, new RegExp(`^left out: users\\.json: record \\d+ \\(id ${id}\\): \\w+: `));
  });

test('a problem of the organization is left, as an object', () => {
  const world = buildDemo('organization');
  world.all('organization')[0]!['defaultLocale'] = 5;
  const left = removeInvalid(world, now, { miss: assert.fail, report: assert.fail });
  assert.deepEqual(
    left.map(({ kind, field }) => [kind, field]),
    [['organization', 'defaultLocale']],
  );
});
