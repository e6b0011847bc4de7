import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Tables } from '../../records/tables.ts';
import { layRecords } from '../../store/edit/lay-records.ts';
import { loadWorldTables } from '../../records/world.ts';
import { type GeneratedCounts, endOfWriting, generateRecords, generatedKinds, loadFaker } from './generate-records.ts';

const load = (name: 'demo' | 'town') =>
  loadWorldTables(fileURLToPath(new URL(`../../../fixtures/worlds/${name}`, import.meta.url)), endOfWriting);
const twentyOfEach = Object.fromEntries(generatedKinds.map((kind) => [kind, 20])) as GeneratedCounts;

for (const name of ['demo', 'town'] as const)
  test(`records of every kind over the ${name} are valid, and the same for the same seed`, async () => {
    const generated = await generateRecords(load(name), twentyOfEach, 1);
    assert.deepEqual(await generateRecords(load(name), twentyOfEach, 1), generated);
    assert.notDeepEqual(await generateRecords(load(name), twentyOfEach, 2), generated);
    for (const kind of generatedKinds) assert.equal(generated[kind]?.length, 20, kind);
    const before = load(name);
    const tables = layRecords(load(name), generated, endOfWriting);
    for (const kind of generatedKinds) assert.equal(tables.all(kind).length, before.all(kind).length + 20, kind);
  });

test('records over an empty world are valid', async () => {
  const empty = layRecords(Tables.of(), {}, endOfWriting);
  const tables = layRecords(empty, await generateRecords(empty, twentyOfEach, 1), endOfWriting);
  assert.ok(tables.all('components').length > 0);
});

test('a comment and a vote are written after what they are about', async () => {
  const generated = await generateRecords(load('town'), { comments: 100, proposals: 10 }, 3);
  const tables = layRecords(load('town'), generated, endOfWriting);
  for (const { commentable, createdAt } of tables.all('comments').slice(-100)) {
    const [kind, id] = commentable.split('/');
    const target = tables.find(kind as 'proposals', Number(id))!;
    assert.ok(Date.parse(target.createdAt) <= Date.parse(createdAt), commentable);
  }
});

test('generated records join components of their kind', async () => {
  const counts = { proposals: 20, meetings: 20, debates: 20, posts: 20, results: 20, processes: 2, assemblies: 2 };
  const tables = layRecords(load('demo'), await generateRecords(load('demo'), counts, 1), endOfWriting);
  for (const [kind, component] of [
    ['proposals', 'proposals'],
    ['meetings', 'meetings'],
    ['debates', 'debates'],
    ['posts', 'blogs'],
    ['results', 'accountability'],
  ] as const) {
    const ids = new Set(tables.all(kind).map(({ componentId }) => componentId));
    assert.ok(ids.size >= 4, kind);
    for (const id of ids) assert.equal(tables.find('components', id)?.kind, component);
  }
});

const nameOf = async (locale: string) => (await loadFaker(locale, 1)).person.firstName();

test('a locale without names of its own has those of a near one, or of English', async () => {
  assert.equal(await nameOf('ca'), await nameOf('es'));
  assert.equal(await nameOf('pt-BR'), await nameOf('pt_BR'));
  assert.equal(await nameOf('tlh'), await nameOf('en'));
});
