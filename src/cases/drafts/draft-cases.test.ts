import assert from 'node:assert/strict';
import test from 'node:test';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { readOperation } from '../../../test/support/test-server.ts';
import { loadCases } from '../load.ts';
import type { GraphQLStep } from '../case.ts';
import { assertDraftsPass, startRecordedServer } from '../../../test/support/recorder.ts';

const create = readOperation('create-meeting');
const update = readOperation('update-meeting');
const answer = readOperation('answer');
const read = `query($c: ID!, $id: ID!) { component(id: $c) { ... on Meetings { meeting(id: $id) {
  id reference url onlineMeetingUrl createdAt startTime endTime title { translation(locale: "en") } author { id name } } } } }`;
const member = 'member-token';
const input = { locale: 'en', attributes: meetingAttributes };

test('creating, updating and reading a meeting is one case, which passes', async (t) => {
  const { send, close, out } = await startRecordedServer(t);
  const made = (await send(create, { componentId: 2, input }, member)).data.component.createMeeting.id as string;
  const changed = {
    locale: 'en',
    attributes: { ...meetingAttributes, title: 'Changed', onlineMeetingUrl: 'https://meet.example.org/1' },
  };
  await send(update, { componentId: '2', meetingId: made, input: changed }, member);
  const shown = (await send(read, { c: '2', id: made })).data.component.meeting;
  assert.equal(shown.title.translation, 'Changed');
  const { written, drafts, withheld, notRecordable } = await close();
  assert.deepEqual([written.length, withheld, notRecordable], [1, [], []]);
  const [draft] = drafts;
  const steps = draft!.steps as GraphQLStep[];
  assert.equal(draft!.id, 'update-meeting/recorded-1');
  assert.deepEqual(draft!.requirements, ['operation.update-meeting']);
  assert.equal(draft!.level, undefined);
  assert.equal(
    draft!.description,
    'createMeeting by member returns data, then update by member returns data, ' +
      'then component by anonymous returns data',
  );
  assert.deepEqual(
    steps.map((step) => [step.actor, step.query !== undefined, step.capture]),
    [
      ['member', true, { createMeetingId: 'component.createMeeting.id' }],
      ['member', true, undefined],
      ['anonymous', true, undefined],
    ],
  );
  assert.deepEqual(steps[0]!.variables!['componentId'], '$meetings');
  assert.deepEqual(steps[1]!.variables!['meetingId'], '$createMeetingId');
  assert.deepEqual(steps[2]!.variables, { c: '$meetings', id: '$createMeetingId' });
  const { data } = steps[2]!.expect as { data: object };
  assert.deepEqual(data, {
    component: {
      meeting: {
        id: '$createMeetingId',
        reference: { $is: 'text' },
        url: { $is: 'url' },
        onlineMeetingUrl: 'https://meet.example.org/1',
        createdAt: { $is: 'date-time' },
        startTime: '2027-03-12T18:00:00+00:00',
        endTime: '2027-03-12T20:00:00+00:00',
        title: { translation: 'Changed' },
        author: { id: { $is: 'id' }, name: 'Member robot' },
      },
    },
  });
  assert.deepEqual((await close()).written, written);
  assert.deepEqual(
    loadCases(out),
    drafts.map((each) => ({ ...each, level: 'MUST', source: { file: written[0], line: 3 } })),
  );
  await assertDraftsPass(t, drafts);
});

test('a read after a write to the same record is a step of the same case', async (t) => {
  const { send, close } = await startRecordedServer(t);
  const state =
    'query($p: ID!) { component(id: "1") { ... on Proposals { proposal(id: $p) { id state answeredAt } } } }';
  await send(state, { p: 1 });
  await send(answer, { componentId: 1, proposalId: 1, input: { attributes: { state: 'accepted' } } }, 'admin-token');
  await send(state, { p: 1 });
  await send(state, { p: 1 });
  await send(state, { p: 2 });
  const { drafts } = await close();
  assert.deepEqual(
    drafts.map(({ id, steps }) => [id, steps.length]),
    [
      ['read/recorded-1', 1],
      ['answer/recorded-1', 2],
      ['read/recorded-2', 1],
    ],
  );
  assert.deepEqual(drafts[1]!.steps[1]!.expect, {
    data: { component: { proposal: { id: '$proposal', state: 'accepted', answeredAt: { $is: 'date-time' } } } },
  });
  await assertDraftsPass(t, drafts);
});

test('captures ids in attributes with their type, and leaves equal numbers that are not ids', async (t) => {
  const { send, close } = await startRecordedServer(t);
  const result = readOperation('create-result');
  const attributes = { title: { en: 'Parent' }, weight: 5 };
  const parent = await send(result, { componentId: 4, input: { attributes } }, 'admin-token');
  const parentId = Number(parent.data.component.createResult.id);
  const below = { title: { en: 'Child' }, parentId, weight: parentId, taxonomies: [3], progress: 5 };
  await send(result, { componentId: 4, input: { attributes: below } }, 'admin-token');
  const asText = { title: { en: 'Child' }, parentId: String(parentId) };
  await send(result, { componentId: 4, input: { attributes: asText } }, 'admin-token');
  const { drafts } = await close();
  assert.equal(drafts.length, 1);
  assert.deepEqual((drafts[0]!.steps[1] as GraphQLStep).variables, {
    componentId: '$accountability',
    input: {
      attributes: { ...below, parentId: '$createResultId', taxonomies: ['$taxonomy'] },
    },
  });
  const { variables, expect } = drafts[0]!.steps[2] as GraphQLStep;
  assert.deepEqual(variables!['input'], { attributes: { ...asText, parentId: '${createResultId}' } });
  assert.deepEqual(expect, {
    requestError: [
      'Variable "$$input" got invalid value "3" at "input.attributes.parentId"; Int cannot represent non-integer value: "3"',
    ],
  });
  await assertDraftsPass(t, drafts);
});

test('a read after a refused write is a case of its own', async (t) => {
  const { send, close } = await startRecordedServer(t);
  const state = 'query($p: ID!) { component(id: "1") { ... on Proposals { proposal(id: $p) { id state } } } }';
  await send(answer, { componentId: 1, proposalId: 1, input: { attributes: { state: 'accepted' } } }, member);
  await send(state, { p: 1 });
  const { drafts } = await close();
  assert.deepEqual(
    drafts.map(({ id, steps }) => [id, steps.length]),
    [
      ['answer/recorded-1', 1],
      ['read/recorded-1', 1],
    ],
  );
});
