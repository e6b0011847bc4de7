import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoWorld } from '../../../test/support/test-server.ts';
import type { Kind } from '../../records/records.ts';
import { makeValid } from './valid-records.ts';
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

for (const id of [-5, 0])
  test(`a record that a world cannot have is left out, and reported: id ${id}`, () => {
    const world = buildDemo('organization', 'users');
    const count = world.all('users').length;
    world.put('users', { id, name: 5 });
    const reported: string[] = [];
    const left = makeValid(world, now, { miss: assert.fail, report: (problem) => void reported.push(problem) });
    assert.deepEqual(left, []);
    assert.equal(world.all('users').length, count);
    assert.ok(reported.length > 0);
    for (const each of reported)
      assert.match(each, new RegExp(`^left out: users\\.json: record \\d+ \\(id ${id}\\): \\w+: `));
  });

test('a member that a world cannot have is left out, and a required one is empty', () => {
  const world = buildDemo('organization', 'users');
  const [user] = world.all('users');
  world.put('users', { id: user!.id, name: 5, about: 5, unknown: 5 });
  const left = makeValid(world, now, { miss: assert.fail, report: assert.fail });
  const { name, about, unknown } = world.find('users', user!.id)!;
  assert.deepEqual([left, name, about, unknown], [[], '', undefined, undefined]);
});

test('a record that needs one that is not there is left out with those that need it, and links to it are removed', () => {
  const world = buildDemo('organization', 'users', 'processes', 'components', 'proposals');
  const proposal = world.all('proposals')[0]!;
  const commentable = `proposals/${proposal.id}`;
  const authorId = world.all('users')[0]!.id;
  const body = { en: 'x' };
  const { id: first } = world.add('comments', { commentable, authorId, body });
  const { id: reply } = world.add('comments', { commentable: `comments/${first}`, authorId, body });
  world.put('proposals', { id: proposal.id, componentId: 999, authorIds: [authorId, 999] });
  const missed = new Map<string, number>();
  const miss = (kind: string) => void missed.set(kind, (missed.get(kind) ?? 0) + 1);
  assert.deepEqual(makeValid(world, now, { miss, report: assert.fail }), []);
  assert.deepEqual(Object.fromEntries(missed), { proposals: 1, comments: 2 });
  assert.deepEqual([world.find('comments', first), world.find('comments', reply)], [undefined, undefined]);
});

test('a problem of the organization is left, as an object', () => {
  const world = buildDemo('organization');
  world.all('organization')[0]!['defaultLocale'] = 5;
  const left = makeValid(world, now, { miss: assert.fail, report: assert.fail });
  assert.deepEqual(
    left.map(({ kind, field }) => [kind, field]),
    [['organization', 'defaultLocale']],
  );
});
