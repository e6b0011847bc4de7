import assert from 'node:assert/strict';
import test from 'node:test';
import { anonymize, madeUpName, maskText } from './anonymize.ts';
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

test('what is no text of people stays, although it looks like a name or a phone number', () => {
  const world = createWorld();
  const exact = {
    slug: 'with-@ada-612-345-678',
    reference: '+34 612 345 678',
    endTime: '+34 612 345 678',
    endDate: '612 345 678',
  };
  world.put('processes', { id: 1, ...exact, title: { en: 'Ada Lemos' } });
  anonymize(world, false);
  const { title, ...others } = world.find('processes', 1)!;
  assert.deepEqual(others, { id: 1, ...exact });
  assert.deepEqual(title, { en: madeUpName(4).name });
});

test('with names that are kept, phone numbers are still masked', () => {
  const world = createWorld();
  anonymize(world, true);
  assert.equal(world.find('users', 4)!['about'], 'I ride.');
  assert.deepEqual(world.find('comments', 1)!['body'], {
    en: 'ADA LEMOS and @ada ask @nobody; Ada Lemoster and Bruno do not. Call 000 000 000.',
  });
});

const masked: [string, string][] = [
  ['Write to ada.lemos+plan@example.com, please.', 'Write to masked@example.org, please.'],
  [
    '<a href="mailto:ada@town.example">ada@town.example</a>',
    '<a href="mailto:masked@example.org">masked@example.org</a>',
  ],
  ['ada&#64;town.example, ada&#x40;town.example', 'masked@example.org, masked@example.org'],
  ['?to=ada%40town.example', '?to=masked@example.org'],
  ['Escriu a núria@poble.example.', 'Escriu a masked@example.org.'],
  ['Call 612 345 678.', 'Call 000 000 000.'],
  ['Call +34 612-34-56-78 or (0034) 93 123 45 67', 'Call 000 000 000 or 000 000 000'],
  ['<a href="tel:+34612345678">phone</a>', '<a href="tel:000 000 000">phone</a>'],
  ['Tel.: 93.123.45.67, ٠١٢٣٤٥٦٧٨٩', 'Tel.: 000 000 000, 000 000 000'],
];
for (const [text, expected] of masked)
  test(`masks ${text}`, () => {
    assert.equal(maskText(text), expected);
  });

const unchanged = [
  'Opened on 2026-01-10 18:00 and 10/01/2026 at 18:00.',
  'The plan of 2026-2027 costs €1,250,000,000 or 125 000 000 €.',
  'It costs 123456789.50 in all.',
  'See https://town.example/processes/123456789 and /f/1234567890/proposals.',
  'RIV-PROP-2026-01-123456789',
  '@ada and @bruno agree at 10@noon.',
  'Postal code 08001, house 12, floor 3.',
];
for (const text of unchanged)
  test(`does not change ${text}`, () => {
    assert.equal(maskText(text), text);
  });

test('a long text without an address takes no more time than its length', () => {
  const text = `${'a'.repeat(50_000)} ${'1 '.repeat(25_000)}${'.'.repeat(50_000)}@`;
  const started = process.cpuUsage().user;
  maskText(text);
  assert.ok(process.cpuUsage().user - started < 2_000_000);
});
