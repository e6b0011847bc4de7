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
