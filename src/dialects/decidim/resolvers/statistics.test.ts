import assert from 'node:assert/strict';
import test from 'node:test';
import { startTownServer } from '../../../../test/support/town-server.ts';

interface StatisticData {
  key: string;
  value: number;
}

const summarize = (stats: StatisticData[]): string => stats.map(({ key, value }) => `${key} ${value}`).join(', ');

test('statistics count what is public, in the order of the first count above zero', async (t) => {
  const { send } = await startTownServer(t);
  const stats = 'stats { key value }';
  const { data } = await send(`{ organization { ${stats} } one: participatoryProcess(id: 1) { ${stats} }
    past: participatoryProcess(id: 3) { ${stats} } council: assembly(id: 1) { ${stats} } board: assembly(id: 2) { ${stats} } }`);
  const found = Object.entries(data).map(([name, source]) => [
    name,
    summarize((source as { stats: StatisticData[] }).stats),
  ]);
  assert.deepEqual(Object.fromEntries(found), {
    organization:
      'users_count 13, processes_count 1, assemblies_count 3, comments_count 58, meetings_count 9, proposals_count 26',
    one: 'participants_count 16, results_count 9, posts_count 5, projects_count 6, followers_count 28, debates_count 5, participatory_space_meetings_count 7, participatory_space_proposals_count 23, surveys_count 2',
    past: 'participants_count 2, participatory_space_proposals_count 2, followers_count 2',
    council: 'posts_count 2, projects_count 1, participatory_space_meetings_count 2',
    board: 'debates_count 1, participatory_space_proposals_count 1, followers_count 1',
  });
});

test('names and descriptions come in the order of the locales of the organization', async (t) => {
  const { send } = await startTownServer(t);
  const texts = '{ translations { locale text } }';
  const { data } = await send(`{ organization { stats { name ${texts} description ${texts} } } }`);
  const [{ name, description }, , , comments] = data.organization.stats;
  assert.deepEqual(name.translations, [
    { locale: 'en', text: 'Participants' },
    { locale: 'ca', text: 'Participants' },
    { locale: 'es', text: 'Participantes' },
  ]);
  assert.deepEqual(
    description.translations.map(({ locale }: { locale: string }) => locale),
    ['en', 'ca', 'es'],
  );
  assert.equal(comments.description.translations[0].text, 'Comments');
});

test('descriptions are in the locales that the platform has', async (t) => {
  const { send } = await startTownServer(t);
  const { data } = await send(
    '{ participatoryProcess(id: 1) { stats { description { translation(locale: "ca") } } } }',
  );
  assert.deepEqual(data.participatoryProcess.stats.at(-1), {
    description: { translation: "El nombre d'enquestes fetes i de respostes recollides." },
  });
});
