import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import type { ContractFile, Interaction } from '../cases/interactions/interaction.ts';
import { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';

const createMeeting = `mutation Create($input: CreateMeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`;
const attributes = (title: string, startTime = '2027-05-01T18:00:00Z') => ({
  title,
  description: 'Ask Ada Lemos.',
  location: 'The bridge',
  address: 'Main Square 1',
  startTime,
  endTime: '2027-06-01T20:00:00Z',
  typeOfMeeting: 'IN_PERSON',
  registrationType: 'REGISTRATION_DISABLED',
});

async function send(standIn: Pick<StandIn, 'fetch'>, query: string, variables: object = {}, token?: string) {
  const response = await standIn.fetch('/api', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

/** The contract of what a client asks, in its own file. */
async function collect(t: TestContext, ask: (standIn: StandIn) => Promise<unknown>, options: StandInOptions = {}) {
  const file = join(createTemporaryFolder(t), 'new', 'folder', 'web.json');
  const standIn = await createStandIn({ contract: file, ...options });
  await ask(standIn).finally(() => standIn.close());
  const text = readFileSync(file, 'utf8');
  return { file, text, contract: JSON.parse(text) as ContractFile };
}

const labels = ({ interactions }: ContractFile): string[] =>
  interactions.map(({ operation, role }: Interaction) => `${operation} as ${role}`);

test('a contract has no text that a person wrote, no token and no id', async (t) => {
  const { text, contract } = await collect(t, async (standIn) => {
    await send(standIn, createMeeting, { input: { attributes: attributes('Meet Bruno Casals') } }, 'member-token');
    const literal = createMeeting.replace('($input: CreateMeetingInput!)', '').replace(
      '$input',
      `{ attributes: { title: "Call 600 100 200", description: "Bring cake.", location: "My flat", address: "Elm 3",
        startTime: "2027-05-01T18:00:00Z", endTime: "2027-06-01T20:00:00Z", typeOfMeeting: IN_PERSON,
        registrationType: REGISTRATION_DISABLED } }`,
    );
    await send(standIn, literal, {}, 'member-token');
    const badEnum = { ...attributes('Meet'), typeOfMeeting: 'Ada at home' };
    await send(standIn, createMeeting, { input: { attributes: badEnum } }, 'member-token');
    await send(standIn, 'query Of($id: ID!) { component(id: $id) { id } }', { id: 'Ada' });
    await send(standIn, '# by Ada Lemos\n{ session { user { name } } }', {}, 'not-a-token-at-all');
  });
  for (const secret of ['Ada', 'Bruno', '600', 'cake', 'flat', 'Elm', 'Main Square', 'token', '2027', 'robot'])
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  assert.deepEqual(labels(contract), [
    'mutation Create as member',
    'mutation Create as member',
    'mutation Create as member',
    'query Of as anonymous',
    'query session.user.name as stranger',
  ]);
  assert.deepEqual(
    contract.interactions.find(({ variables, answers: [answer] }) => variables && 'data' in answer!)!.variables![
      'input'
    ],
    {
      attributes: {
        address: '{{text}}',
        description: '{{text}}',
        endTime: '{{time2}}',
        location: '{{text}}',
        registrationType: 'REGISTRATION_DISABLED',
        startTime: '{{time1}}',
        title: '{{text}}',
        typeOfMeeting: 'IN_PERSON',
      },
    },
  );
});

test('each distinct interaction is there once, and runs in any order write the same bytes', async (t) => {
  const asks = [
    (each: StandIn) => send(each, 'query A { component(id: 2) { id } }'),
    (each: StandIn) => send(each, 'query A { component(id: 1) { id } }'),
    (each: StandIn) => send(each, 'query   A {component(id:2){id}}'),
    (each: StandIn) => send(each, createMeeting, { input: { attributes: attributes('One') } }, 'member-token'),
    (each: StandIn) =>
      send(each, createMeeting, { input: { attributes: attributes('Two', '2027-05-03T10:00:00Z') } }, 'member-token'),
  ];
  const inOrder = async (standIn: StandIn, all: typeof asks) => {
    for (const ask of all) await ask(standIn);
  };
  const first = await collect(t, (standIn) => inOrder(standIn, asks));
  const second = await collect(t, (standIn) => inOrder(standIn, asks.toReversed()));
  assert.equal(second.text, first.text);
  assert.deepEqual(labels(first.contract), [
    'mutation Create as member',
    'query A as anonymous',
    'query A as anonymous',
  ]);
});

test('update adds to the file, and replace forgets what the run did not ask', async (t) => {
  const { file } = await collect(t, (standIn) => send(standIn, 'query A { component(id: 2) { id } }'));
  const run = async (contractMode: 'update' | 'replace', query: string) => {
    const standIn = await createStandIn({ contract: file, contractMode });
    await send(standIn, query);
    await standIn.close();
    return labels(JSON.parse(readFileSync(file, 'utf8')) as ContractFile);
  };
  const b = 'query B { component(id: 2) { id } }';
  assert.deepEqual(await run('update', b), ['query A as anonymous', 'query B as anonymous']);
  assert.deepEqual(await run('replace', b), ['query B as anonymous']);
});

const list = (first: number): string =>
  `query List { component(id: 2) { ... on Meetings { meetings(first: ${first}) { nodes { id } } } } }`;

test('check changes nothing, and rejects if the file does not hold what was asked or answered', async (t) => {
  const { file, text } = await collect(t, async (standIn) => {
    await send(standIn, list(1));
    await send(standIn, 'query Other { component(id: 2) { id } }');
  });
  const check = async (ask: (standIn: StandIn) => Promise<unknown>) => {
    const standIn = await createStandIn({ contract: file, contractMode: 'check' });
    await ask(standIn);
    await standIn.close();
  };
  await check((standIn) => send(standIn, list(1)));
  await assert.rejects(
    check((standIn) => send(standIn, 'query Typo { component(id: 2) { nmae } }')),
    { exitCode: 1, message: /web\.json: it does not have query Typo as anonymous: query Typo \{.* nmae/ },
  );
  await assert.rejects(
    check((standIn) => send(standIn, list(2))),
    { exitCode: 1, message: /it does not have query List as anonymous/ },
  );
  await assert.rejects(
    check((standIn) => {
      standIn.faults.add({ match: {}, effect: { graphqlError: { message: 'no', code: 'NO' } } });
      return send(standIn, list(1));
    }),
    /it does not have query List as anonymous/,
  );
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('a contract of another dialect is refused at the end, and a damaged one at the start', async (t) => {
  const { file } = await collect(t, (standIn) => send(standIn, 'query A { component(id: 2) { id } }'));
  const other = await createStandIn({ contract: file, dialect: 'decidim-0.32' });
  await assert.rejects(other.close(), {
    exitCode: 2,
    message: /dialect: expected decidim-0.32, which this stand-in has/,
  });
  writeFileSync(file, '{');
  await assert.rejects(createStandIn({ contract: file }), {
    exitCode: 2,
    message: /web\.json:1: expected a whole JSON/,
  });
});

test('a search text and a refused text are marked, because the contract does not have them', async (t) => {
  const { contract } = await collect(t, async (standIn) => {
    await send(
      standIn,
      'query Find($s: String!) { participatoryProcesses(filter: {}) { title { translation(locale: $s) } } }',
      { s: 'My town' },
    );
    await send(
      standIn,
      createMeeting,
      { input: { attributes: { ...attributes('x'), endTime: 'when it ends' } } },
      'member-token',
    );
    await send(standIn, createMeeting, { input: { attributes: attributes(' ') } }, 'member-token');
  });
  assert.deepEqual(
    contract.interactions.map(({ operation, testOnly }) => [operation, testOnly]),
    [
      ['mutation Create', ['text']],
      ['mutation Create', undefined],
      ['query Find', ['text']],
    ],
  );
});

test('a stand-in without the option writes no file', async (t) => {
  const folder = createTemporaryFolder(t);
  const standIn = await createStandIn();
  await send(standIn, '{ session { user { id } } }');
  await standIn.close();
  assert.ok(!existsSync(join(folder, 'web.json')));
});
