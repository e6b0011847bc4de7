import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type GraphQLResponse, demoWorld, readOperation } from '../../test/support/test-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from './open.ts';
import { type ServerProcess, startServer } from '../../test/support/server-process.ts';

const attributes = {
  description: 'Written while the server is killed.',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'ON_THIS_PLATFORM',
  typeOfMeeting: 'ONLINE',
};
const dropped = /dropped the last line of the journal/;

async function send(url: string, query: string, variables: object): Promise<GraphQLResponse['data']> {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await response.json()) as GraphQLResponse;
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const createMeeting = readOperation('create-meeting');
async function create(url: string, title: string): Promise<string> {
  const input = { attributes: { ...attributes, title } };
  return (await send(url, createMeeting, { componentId: 2, input })).component.createMeeting.id;
}

const meetingsPage = `query ($after: String) { component(id: 2) { ... on Meetings {
  meetings(first: 200, after: $after) { nodes { id title { translation(locale: "en") } } pageInfo { hasNextPage endCursor } }
} } }`;
/** Every meeting there is, as id and title, in the order of the pages. */
async function meetingsOf(url: string): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (let page = { endCursor: null, hasNextPage: true }; page.hasNextPage;) {
    const { nodes, pageInfo } = (await send(url, meetingsPage, { after: page.endCursor })).component.meetings;
    for (const { id, title } of nodes) all.push([id, title.translation]);
    page = pageInfo;
  }
  return all;
}

/** Creates meetings from several loops at once and kills the server amid them; every acknowledged id with its title. */
async function createUntilKilled(server: ServerProcess, name: string, enough: number): Promise<[string, string][]> {
  const acknowledged: [string, string][] = [];
  let killed: Promise<string> | undefined;
  const loop = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const title = `${name} ${writer} ${count}`;
      try {
        acknowledged.push([await create(server.url, title), title]);
      } catch (error) {
        if (killed && !(error instanceof assert.AssertionError)) return;
        throw error;
      }
      if (acknowledged.length >= enough) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => loop(writer)));
  await killed;
  return acknowledged;
}

function assertKept(found: [string, string][], acknowledged: Map<string, string>): void {
  const titles = new Map(found);
  assert.equal(titles.size, found.length, 'no id twice');
  const lost = [...acknowledged].filter(([id, title]) => titles.get(id) !== title);
  assert.deepEqual(lost, []);
}

test('every acknowledged write is there after kill -9, three times over', async (t) => {
  const data = createTemporaryFolder(t);
  const acknowledged = new Map<string, string>();
  for (const round of ['first', 'second', 'third']) {
    const server = await startServer(t, data);
    assertKept(await meetingsOf(server.url), acknowledged);
    const more = await createUntilKilled(server, round, 400);
    for (const [id, title] of more) {
      assert.equal(acknowledged.has(id), false, `${id} was given twice`);
      acknowledged.set(id, title);
    }
  }
  assert.ok(acknowledged.size >= 1200);
  const server = await startServer(t, data);
  const found = await meetingsOf(server.url);
  assertKept(found, acknowledged);
  // What was not acknowledged may be there as well, but nothing that was never sent.
  for (const [id, title] of found.slice(4)) assert.match(title, /^(first|second|third) \d+ \d+$/, id);
});

test('a half-written line after a kill is dropped and said in the log, and what was acknowledged stays', async (t) => {
  const data = createTemporaryFolder(t);
  const journal = join(data, 'journal');
  const first = await startServer(t, data);
  const acknowledged = new Map([[await create(first.url, 'Kept'), 'Kept']]);
  await first.kill();
  const line = readFileSync(journal);
  appendFileSync(journal, line.subarray(0, line.length / 2));

  const second = await startServer(t, data);
  assertKept(await meetingsOf(second.url), acknowledged);
  assert.equal((await meetingsOf(second.url)).length, 5);
  acknowledged.set(await create(second.url, 'After it'), 'After it');
  assert.match(await second.kill(), dropped);

  const { store, droppedTornLine, close } = await openStore({ data, world: demoWorld });
  assert.equal(droppedTornLine, false);
  assertKept(
    store.all('meetings').map(({ id, title }) => [String(id), title['en']!]),
    acknowledged,
  );
  await close();
});
