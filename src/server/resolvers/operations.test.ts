import assert from 'node:assert/strict';
import test from 'node:test';
import { assertStoreUnchanged } from '../../../test/support/assertions.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const attributes = {
  title: 'First of two',
  description: 'Described.',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
};
const twoMeetings = `mutation($a: CreateMeetingInput!, $b: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
  one: createMeeting(input: $a) { id } two: createMeeting(input: $b) { id } } } }`;

test('mutations run in order and fail independently', async (t) => {
  const { send, store } = await startTestServer(t);
  const [valid, invalid] = [{ attributes }, { attributes: { ...attributes, title: '' } }];
  const codes = (response: Awaited<ReturnType<typeof send>>) =>
    response.errors?.map(({ path, extensions }) => [path!.join('.'), extensions.code]);

  const both = await send(twoMeetings, { a: valid, b: valid }, 'member');
  assert.deepEqual(both.data, { component: { one: { id: '5' }, two: { id: '6' } } });
  const second = await send(twoMeetings, { a: valid, b: invalid }, 'member');
  assert.deepEqual(second.data, { component: { one: { id: '7' }, two: null } });
  assert.deepEqual(codes(second), [['component.two', 'ATTRIBUTE_VALIDATION_ERROR']]);
  const first = await send(twoMeetings, { a: invalid, b: valid }, 'member');
  assert.deepEqual(first.data, { component: { one: null, two: { id: '8' } } });
  assert.equal(store.highestId('meetings'), 8);
});

test('a root field that fails makes the data null and keeps earlier writes', async (t) => {
  const { send, store } = await startTestServer(t);
  const query = `mutation($a: CreateMeetingInput!) { one: component(id: 2) { ... on MeetingsMutation {
    createMeeting(input: $a) { id } } } two: component(id: 99999) { __typename } }`;
  const { data, errors } = await send(query, { a: { attributes } }, 'member');
  assert.equal(data, null);
  assert.deepEqual(
    errors!.map(({ path }) => path),
    [['two']],
  );
  assert.equal(store.find('meetings', 5)!.title['en'], attributes.title);
});

test('a later mutation of a record sees the changes of an earlier one', async (t) => {
  const { send } = await startTestServer(t);
  const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    one: answer(input: { attributes: { state: "accepted", cost: 5 } }) { state cost }
    two: answer(input: { attributes: { state: "rejected" } }) { state cost } } } } }`;
  const { data } = await send(query, {}, 'admin');
  assert.deepEqual(data.component.proposal, {
    one: { state: 'accepted', cost: '€ 5.00' },
    two: { state: 'rejected', cost: '€ 5.00' },
  });
});

test('mutations accept literals, fragments, aliases and variables inside literals', async (t) => {
  const { send } = await startTestServer(t);
  const query = `
    mutation($text: String!, $title: JSON, $id: ID!) {
      m: component(id: $id) { ...Create }
      r: component(id: 4) { ... on AccountabilityMutation {
        literal: createResult(input: { attributes: { title: { en: $text, ca: "Dos" }, progress: 0.5 } }) { ...R }
        variable: createResult(input: { attributes: { title: $title } }) { ...R } } }
    }
    fragment Create on MeetingsMutation { made: createMeeting(input: { locale: "es", attributes: {
      title: $text, description: "d", startTime: "2027-03-12T18:00:00Z", endTime: "2027-03-12T20:00:00Z",
      registrationType: ON_THIS_PLATFORM, typeOfMeeting: HYBRID, taxonomies: 3 } }) {
        title { translation(locale: "es") } typeOfMeeting taxonomies { id } } }
    fragment R on Result { title { translations { locale text } } progress }`;
  const { data, errors } = await send(query, { id: 2, text: 'Un', title: { en: 'Tres' } }, 'admin');
  assert.equal(errors, undefined);
  assert.deepEqual(data, {
    m: { made: { title: { translation: 'Un' }, typeOfMeeting: 'HYBRID', taxonomies: [{ id: '3' }] } },
    r: {
      literal: {
        title: {
          translations: [
            { locale: 'en', text: 'Un' },
            { locale: 'ca', text: 'Dos' },
          ],
        },
        progress: 0.5,
      },
      variable: { title: { translations: [{ locale: 'en', text: 'Tres' }] }, progress: null },
    },
  });
});

const withDirective = (directive: string) => `mutation($input: CreateMeetingInput!, $yes: Boolean!) { component(id: 2) {
  ... on MeetingsMutation { createMeeting(input: $input) ${directive} { id } } } }`;

test('@skip and @include prevent a mutation', async (t) => {
  const server = await startTestServer(t);
  await assertStoreUnchanged(server, async () => {
    for (const directive of ['@skip(if: $yes)', '@skip(if: true) @include(if: $yes)']) {
      const { data } = await server.send(withDirective(directive), { input: { attributes }, yes: true }, 'member');
      assert.deepEqual(data, { component: {} });
    }
  });
  const { data } = await server.send(
    withDirective('@include(if: $yes)'),
    { input: { attributes }, yes: true },
    'member',
  );
  assert.equal(data.component.createMeeting.id, '5');
});
