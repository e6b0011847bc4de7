import assert from 'node:assert/strict';
import test from 'node:test';
import { anonymize } from './anonymize.ts';
import { madeUpName } from './generated-names.ts';
import { WorldBuilder } from './world-builder.ts';

test('a thousand people have a thousand nicknames, and the same person always the same name', () => {
  const names = Array.from({ length: 1000 }, (_, index) => madeUpName(index));
  assert.equal(new Set(names.map(({ nickname }) => nickname)).size, 1000);
  assert.ok(new Set(names.map(({ name }) => name)).size > 900);
  assert.deepEqual(madeUpName(7), madeUpName(7));
  for (const { nickname } of names) assert.match(nickname, /^[a-z_]+_\d+$/);
});

function createWorld(): WorldBuilder {
  const world = new WorldBuilder();
  world.put('users', {
    id: 4,
    name: 'Ada Lemos',
    nickname: 'ada',
    about: 'I ride.',
    personalUrl: 'https://ada.example',
  });
  world.put('users', { id: 5, name: 'Bruno', nickname: 'bruno' });
  world.put('comments', {
    id: 1,
    authorId: 4,
    createdAt: '2026-01-05T16:00:00Z',
    body: { en: 'ADA LEMOS and @ada ask @nobody; Ada Lemoster and Bruno do not. Call 612 345 678.' },
  });
  return world;
}

test('names in texts are those of the users, and their profiles say nothing else', () => {
  const world = createWorld();
  anonymize(world, false);
  const { name, nickname } = madeUpName(4);
  assert.equal(JSON.stringify(world.find('users', 4)), JSON.stringify({ id: 4, name, nickname }));
  assert.deepEqual(world.find('comments', 1)!['body'], {
    en: `${name} and @${nickname} ask @nobody; Ada Lemoster and Bruno do not. Call 000 000 000.`,
  });
});

test('with names that are kept, phone numbers are still masked', () => {
  const world = createWorld();
  anonymize(world, true);
  assert.equal(world.find('users', 4)!['about'], 'I ride.');
  assert.deepEqual(world.find('comments', 1)!['body'], {
    en: 'ADA LEMOS and @ada ask @nobody; Ada Lemoster and Bruno do not. Call 000 000 000.',
  });
});
