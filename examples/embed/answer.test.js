import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { createStandIn } from 'plenum';

const standIn = await createStandIn();
beforeEach(() => standIn.reset());
after(() => standIn.close());

// What your application would do: a request with a token.
async function request(token, query, variables) {
  const response = await fetch(standIn.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const answer = `mutation ($input: AnswerInput!) {
  component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: $input) { state } } } }
}`;
const accepted = { input: { attributes: { state: 'accepted' } } };
const state = '{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }';

test('an administrator accepts a proposal', async () => {
  const { data } = await request('admin-token', answer, accepted);
  assert.equal(data.component.proposal.answer.state, 'accepted');
});

test('the next test starts with the world as it was', async () => {
  const { data } = await request('admin-token', state);
  assert.equal(data.component.proposal.state, null);
});

test('a member may not', async () => {
  const { errors } = await request('member-token', answer, accepted);
  assert.equal(errors[0].extensions.code, 'MUTATION_NOT_AUTHORIZED_ERROR');
});
