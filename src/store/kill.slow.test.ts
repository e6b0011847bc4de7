import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type GraphQLResponse, demoWorld, readOperation } from '../../test/support/test-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from '../../test/support/stores.ts';
import { startServer } from '../../test/support/process.ts';

const attributes = {
  description: 'Created while the server is killed.',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'ON_THIS_PLATFORM',
  typeOfMeeting: 'ONLINE',
};
const droppedMessage = /dropped the last line of the journal/;

async function send(url: string, query: string, variables: object): Promise<GraphQLResponse['data']> {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await response.json()) as GraphQLResponse;
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const createMeeting = readOperation('create-meeting');
const create = (url: string, title: string) =>
  send(url, createMeeting, { componentId: 2, input: { attributes: { ...attributes, title } } });

const titlesQuery = `{ component(id: 2) { ... on Meetings {
  meetings { nodes { id title { translation(locale: "en") } } } } } }`;
/** The titles of the meetings after those of the world. */
async function createdTitles(url: string): Promise<string[]> {
  const { nodes } = (await send(url, titlesQuery, {})).component.meetings;
  return nodes.slice(4).map(({ title }: { title: { translation: string } }) => title.translation);
}

// The torture kills a process that writes, at random moments.
test('the server drops an incomplete line after SIGKILL, logs this, and keeps every acknowledged write', async (t) => {
  const data = createTemporaryFolder(t);
  const journal = join(data, 'journal.jsonl');
  const first = await startServer(t, data);
  await create(first.url, 'Before the kill');
  await first.kill();
  const line = readFileSync(journal, 'utf8').split('\n').at(-2)!;
  appendFileSync(journal, line.slice(0, line.length / 2));

  const second = await startServer(t, data);
  assert.deepEqual(await createdTitles(second.url), ['Before the kill']);
  await create(second.url, 'After the kill');
  assert.match(await second.kill(), droppedMessage);

  const { store, droppedTornLine, close } = await openStore({ data, world: demoWorld });
  assert.equal(droppedTornLine, false);
  assert.deepEqual(
    store
      .all('meetings')
      .slice(4)
      .map(({ title }) => title['en']),
    ['Before the kill', 'After the kill'],
  );
  await close();
});
