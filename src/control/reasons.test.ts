import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';

const origin = 'http://localhost:3000';
const withdraw = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
  answer(input: { attributes: { state: "accepted" } }) { id } } } } }`;

test('a failure that the platform has is explained in a header, in the recorded request and nowhere else', async (t) => {
  const { send, world, bugs } = await startControlServer(t, { dialect: 'decidim-0.32' });
  const { status, headers, body } = await send('POST', '/api', { variables: {} }, { origin });
  assert.equal(status, 500);
  const reason = headers.get('x-plenum-reason')!;
  assert.match(reason, /^the body has no member "query"/);
  assert.match(headers.get('access-control-expose-headers')!, /X-Plenum-Reason/);
  assert.ok(!JSON.stringify(body).includes(reason));
  assert.deepEqual([world.requests.find()[0]!.reason, bugs], [reason, []]);
});

for (const dialect of ['specification', 'decidim-0.32'])
  test(`${dialect}: a refusal is explained, and a request that succeeds is not`, async (t) => {
    const { send, world } = await startControlServer(t, { dialect });
    const member = { authorization: 'Bearer member-token' };
    const refused = await send('POST', '/api', { query: withdraw }, member);
    const reason = 'the user does not have the role for this mutation';
    assert.equal(refused.headers.get('x-plenum-reason'), reason);
    assert.equal(world.requests.find()[0]!.reason, reason);
    const { headers } = await send('POST', '/api', { query: '{ __typename }' });
    assert.equal(headers.get('x-plenum-reason'), null);
    assert.ok(!('reason' in world.requests.find()[1]!));
  });

for (const dialect of ['specification', 'decidim-0.32'])
  for (const [name, request, headers, reason] of [
    [
      'a wrong token',
      { query: '{ session { user { id } } }' },
      { authorization: 'Bearer wrong' },
      /^the Authorization header has no valid token/,
    ],
    [
      'a component of another kind',
      { query: '{ one: component(id: 1) { id ...Them } } fragment Them on Meetings { meetings { nodes { id } } }' },
      {},
      /^no "\.\.\. on" of the document fits the type of one: Meetings$/,
    ],
    [
      'a mutation of another kind',
      {
        query:
          'mutation { component(id: 2) { ... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: { state: "accepted" } }) { id } } } } }',
      },
      { authorization: 'Bearer admin-token' },
      /^no "\.\.\. on" of the document fits the type of component: ProposalsMutation$/,
    ],
    [
      'a locale that the organization lacks',
      {
        query: 'query ($locale: String!) { organization { name { translation(locale: $locale) } } }',
        variables: { locale: 'xx' },
      },
      {},
      /^the organization does not have the locale "xx" of translation: it has en/,
    ],
  ] as const)
    test(`${dialect}: ${name} is no error, and is explained`, async (t) => {
      const { send, world } = await startControlServer(t, { dialect });
      const response = await send('POST', '/api', request, headers);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('x-plenum-reason') ?? 'no reason', reason);
      assert.match(world.requests.find()[0]!.reason!, reason);
    });

for (const [name, query] of [
  ['one fragment of several fits', '{ component(id: 1) { ... on Meetings { id } ... on Proposals { name: id } } }'],
  ['a fragment has only what is selected beside it', '{ component(id: 1) { id ... on Meetings { id } } }'],
  ['a field can be left out', '{ component(id: 1) { ... on Proposals { id @skip(if: true) } } }'],
  ['a fragment on the interface', '{ component(id: 1) { ... on ComponentInterface { id } } }'],
  ['a component that does not exist', '{ component(id: 99) { ... on Meetings { id } } }'],
  ['a locale of the organization', '{ organization { name { translation(locale: "en") } } }'],
])
  test(`nothing is explained: ${name}`, async (t) => {
    const { send } = await startControlServer(t, { dialect: 'decidim-0.32' });
    const { headers } = await send('POST', '/api', { query });
    assert.equal(headers.get('x-plenum-reason'), null);
  });

test('a body that is not JSON is explained', async (t) => {
  const { url } = await startControlServer(t, { dialect: 'decidim-0.32' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL('/api', url), { method: 'POST', headers, body: '{' });
  assert.equal(response.status, 500);
  assert.match(response.headers.get('x-plenum-reason') ?? 'no reason', /JSON/);
});

test('a refusal of what only another release has names that release, and the response does not', async (t) => {
  const { send, world } = await startControlServer(t, { dialect: 'decidim-0.31' });
  const query = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
    createMeeting(input: $input) { id } } } }`;
  const { headers, body } = await send('POST', '/api', { query, variables: { input: {} } });
  const reason = 'decidim-0.31: Unknown type "CreateMeetingInput". decidim-0.32 has it.';
  assert.equal(headers.get('x-plenum-reason'), reason);
  assert.equal(world.requests.find()[0]!.reason, reason);
  assert.ok(!JSON.stringify(body).includes('0.32'));
});
