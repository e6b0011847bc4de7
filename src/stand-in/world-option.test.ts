import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { type StandInOptions, createStandIn } from './stand-in.ts';

async function start(t: TestContext, options: StandInOptions) {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  return standIn;
}

/** Starts a stand-in, and stops it: one that starts although it should not must not keep the test running. */
const startAndStop = async (options: StandInOptions) => (await createStandIn(options)).close();

async function query(standIn: { fetch: typeof fetch }, text: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await standIn.fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query: text }) });
  return response.json();
}

describe('a world of lists', () => {
  test('is laid over the demo world, and an API request finds its records', async (t) => {
    const standIn = await start(t, {
      dialect: 'decidim-0.32',
      world: {
        proposals: [
          { id: 70, title: { en: 'A bench' } },
          { id: 1, title: { en: 'Replaced' } },
        ],
      },
    });
    const text =
      '{ component(id: 1) { ... on Proposals { one: proposal(id: "1") { title { translation(locale: "en") } } seventy: proposal(id: "70") { title { translation(locale: "en") } } } } }';
    assert.deepEqual(await query(standIn, text), {
      data: {
        component: { one: { title: { translation: 'Replaced' } }, seventy: { title: { translation: 'A bench' } } },
      },
    });
    assert.equal((await standIn.records.find('meetings')).length, 4);
  });

  test('is what a reset and a new session return to', async (t) => {
    const standIn = await start(t, { world: { comments: [{}] } });
    await standIn.records.delete('comments', 1);
    const session = await standIn.session();
    assert.equal((await session.records.find('comments')).length, 1);
    await standIn.reset();
    assert.equal((await standIn.records.find('comments')).length, 1);
  });

  test('can be laid over the town, whose pictures are there', async (t) => {
    const standIn = await start(t, { base: 'town', world: { proposals: [{}] } });
    const [{ name } = { name: { en: '' } }] = await standIn.records.find('organization');
    assert.equal(name['en'], 'Riverton');
    assert.equal(((await (await standIn.fetch('/__admin/health')).json()) as { world: string }).world, 'town');
  });

  test('can be laid over nothing', async (t) => {
    const standIn = await start(t, { base: 'none', world: { proposals: [{}, {}] } });
    const count = async (kind: 'proposals' | 'meetings' | 'users') => (await standIn.records.find(kind)).length;
    assert.deepEqual([await count('proposals'), await count('meetings'), await count('users')], [2, 0, 1]);
  });
});

test('records are generated over a base, and those of the program are laid over them', async (t) => {
  const options: StandInOptions = {
    base: 'none',
    generate: { proposals: 30, comments: 50, seed: 7 },
    world: {
      organization: [{ locales: ['es', 'ca'], defaultLocale: 'es' }],
      proposals: [{ id: 3, title: { es: 'Mi propuesta' } }],
    },
  };
  const [first, second] = [await start(t, options), await start(t, options)];
  const proposals = await first.records.find('proposals');
  assert.equal(proposals.length, 30);
  assert.deepEqual(proposals[2]!.title, { es: 'Mi propuesta' });
  assert.ok(proposals.every(({ title }) => Object.keys(title).every((locale) => ['es', 'ca'].includes(locale))));
  const titles = (list: typeof proposals) => list.map(({ title }) => title);
  assert.deepEqual(titles(await second.records.find('proposals')), titles(proposals));
});

for (const [options, message] of [
  [{ world: [] }, /"world" must be the name of a world \(demo or town\), a world folder, or an object of lists/],
  [{ world: 5 }, /"world" must be the name of a world/],
  [{ world: { proposal: [] } }, /"world": proposal: unknown kind of record\. Did you mean proposals\? The kinds are/],
  [{ world: { proposals: [{ titel: 'x' }] } }, /"world": proposals: record 1: titel: is unknown/],
  [{ world: 'town', base: 'demo' }, /"base" goes with a "world" of lists, not with "town"/],
  [{ world: 'town', generate: { proposals: 1 } }, /"generate" goes with a "world" of lists, not with "town"/],
  [{ base: 'town' }, /"base" goes with a "world" of lists or with "generate"/],
  [{ base: 'city', world: {} }, /"base" must be demo or town or none, not "city"/],
  [{ generate: 5 }, /"generate" must be an object of counts by kind/],
  [{ generate: { proposal: 5 } }, /"generate.proposal" is unknown\. Did you mean proposals\? The kinds are users,/],
  [{ generate: { proposals: -1 } }, /"generate.proposals" must be a whole number from 0 to 1000000, not -1/],
  [
    { generate: { proposalVotes: 1000 } },
    /1000 proposalVotes are too many: \d+ users and \d+ proposals allow \d+ at most/,
  ],
] as unknown as [StandInOptions, RegExp][])
  test(`${JSON.stringify(options)} is refused`, async () => {
    await assert.rejects(startAndStop(options), isCommandError(2, message));
  });

test('without a seed, records are those of seed 1; a count that is undefined is left out', async (t) => {
  const titlesOf = async (seed?: number) => {
    const generate = { proposals: 3, comments: undefined, seed } as { proposals: number };
    const { records } = await start(t, { base: 'none', generate });
    assert.equal((await records.find('comments')).length, 0);
    return (await records.find('proposals')).map(({ title }) => title);
  };
  assert.deepEqual(await titlesOf(), await titlesOf(1));
  assert.notDeepEqual(await titlesOf(2 ** 32 - 1), await titlesOf(1));
});

test('lists are not for a database, nor for a data folder, which is left as it is', async (t) => {
  const store = 'postgres://127.0.0.1/town';
  await assert.rejects(startAndStop({ store, world: {} }), isCommandError(2, /in memory, without "store"/));
  const data = join(createTemporaryFolder(t), 'data');
  await assert.rejects(startAndStop({ data, world: {} }), isCommandError(2, /in memory, without "data"/));
  assert.equal(existsSync(data), false);
});
