import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type GraphQLResponse, demoWorld, readOperation } from '../../test/support/test-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from '../../test/support/stores.ts';
import { type ServerProcess, startServer } from '../../test/support/process.ts';

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
async function create(url: string, title: string): Promise<string> {
  const input = { attributes: { ...attributes, title } };
  return (await send(url, createMeeting, { componentId: 2, input })).component.createMeeting.id;
}

const meetingsPage = `query ($after: String) { component(id: 2) { ... on Meetings {
  meetings(first: 200, after: $after) { nodes { id title { translation(locale: "en") } } pageInfo { hasNextPage endCursor } }
} } }`;
/** The id and title of every meeting. */
async function fetchMeetings(url: string): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (let page = { endCursor: null, hasNextPage: true }; page.hasNextPage;) {
    const { nodes, pageInfo } = (await send(url, meetingsPage, { after: page.endCursor })).component.meetings;
    for (const { id, title } of nodes) all.push([id, title.translation]);
    page = pageInfo;
  }
  return all;
}

/**
 * Creates meetings concurrently, kills the server meanwhile, and returns the id and title of every acknowledged
 * meeting.
 */
async function createUntilKilled(
  server: ServerProcess,
  titlePrefix: string,
  minimum: number,
): Promise<[string, string][]> {
  const acknowledged: [string, string][] = [];
  let killed: Promise<string> | undefined;
  const loop = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const title = `${titlePrefix} ${writer} ${count}`;
      try {
        acknowledged.push([await create(server.url, title), title]);
      } catch (error) {
        if (killed && !(error instanceof assert.AssertionError)) return;
        throw error;
      }
      if (acknowledged.length >= minimum) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => loop(writer)));
  await killed;
  return acknowledged;
}

function assertContainsAll(meetings: [string, string][], acknowledged: Map<string, string>): void {
  const titles = new Map(meetings);
  assert.equal(titles.size, meetings.length, 'every id is unique');
  const lost = [...acknowledged].filter(([id, title]) => titles.get(id) !== title);
  assert.deepEqual(lost, []);
}

test('every acknowledged write survives SIGKILL, three times in a row', async (t) => {
  const data = createTemporaryFolder(t);
  const acknowledged = new Map<string, string>();
  for (const round of ['first', 'second', 'third']) {
    const server = await startServer(t, data);
    assertContainsAll(await fetchMeetings(server.url), acknowledged);
    const more = await createUntilKilled(server, round, 150);
    for (const [id, title] of more) {
      assert.equal(acknowledged.has(id), false, `${id} is not unique`);
      acknowledged.set(id, title);
    }
  }
  assert.ok(acknowledged.size >= 450);
  const server = await startServer(t, data);
  const meetings = await fetchMeetings(server.url);
  assertContainsAll(meetings, acknowledged);
  // Writes that were sent but not acknowledged may have survived, too.
  for (const [id, title] of meetings.slice(4)) assert.match(title, /^(first|second|third) \d+ \d+$/, id);
});

test('the server drops an incomplete line after SIGKILL, logs this, and keeps every acknowledged write', async (t) => {
  const data = createTemporaryFolder(t);
  const journal = join(data, 'journal.jsonl');
  const first = await startServer(t, data);
  const acknowledged = new Map([[await create(first.url, 'Before the kill'), 'Before the kill']]);
  await first.kill();
  const line = readFileSync(journal, 'utf8').split('\n').at(-2)!;
  appendFileSync(journal, line.slice(0, line.length / 2));

  const second = await startServer(t, data);
  assertContainsAll(await fetchMeetings(second.url), acknowledged);
  assert.equal((await fetchMeetings(second.url)).length, 5);
  acknowledged.set(await create(second.url, 'After the kill'), 'After the kill');
  assert.match(await second.kill(), droppedMessage);

  const { store, droppedTornLine, close } = await openStore({ data, world: demoWorld });
  assert.equal(droppedTornLine, false);
  assertContainsAll(
    store.all('meetings').map(({ id, title }) => [String(id), title['en']!]),
    acknowledged,
  );
  await close();
});
