import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { loadCases } from '../cases/load.ts';
import type { Case, GraphQLStep } from '../cases/case.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { assertDraftsPass } from '../../test/support/recorder.ts';
import { readOperation } from '../../test/support/test-server.ts';
import { createStandIn } from '../index.ts';
import { requirementToDo } from './draft-case.ts';
import type { StandInOptions } from './stand-in.ts';

const read = 'query($c: ID!) { component(id: $c) { id ... on Meetings { meetings { nodes { id } } } } }';

interface Draft {
  case: Case;
  file: { name: string; text: string };
  detail: string;
}

/** Starts a stand-in. `draft` sends a request, and then reads the draft of its case. */
async function start(t: test.TestContext, options: StandInOptions = {}) {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  const send = (body: object, token = '') =>
    standIn.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  async function draft(body: object, token?: string): Promise<Draft> {
    await send(body, token);
    const response = await standIn.fetch(`/__admin/requests/${(await standIn.requests.find()).at(-1)!.id}/case`);
    return response.json() as Promise<Draft>;
  }
  return { standIn, draft };
}

/** Loads the file of a draft from a folder of cases, with the requirement that its reviewer chose. */
function load(t: test.TestContext, { name, text }: Draft['file'], requirement = requirementToDo): Case[] {
  const folder = createTemporaryFolder(t);
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.replace(requirementToDo, requirement));
  return loadCases(folder);
}

test('a draft is valid when it has its requirement, and passes', async (t) => {
  const { draft } = await start(t);
  const input = { locale: 'en', attributes: { ...meetingAttributes, title: ' ' } };
  const { case: refused, file } = await draft(
    { query: readOperation('create-meeting'), variables: { componentId: 2, input } },
    'member-token',
  );
  assert.equal(refused.id, 'create-meeting/recorded-1');
  assert.throws(() => load(t, file), /recorded-1\.yaml:5: .*there is no requirement TODO: the id of the requirement/);
  const [{ source: _, ...loaded }] = load(t, file, 'meeting.title') as [Case];
  assert.deepEqual(loaded, { ...refused, requirements: ['meeting.title'], level: 'MUST' });
  const [step] = refused.steps as [GraphQLStep];
  assert.deepEqual([step.actor, step.variables!['componentId']], ['member', '$meetings']);
  assert.deepEqual(step.expect, {
    errorCode: 'ATTRIBUTE_VALIDATION_ERROR',
    path: ['component', 'createMeeting'],
    data: { component: { createMeeting: null } },
    invalidAttributes: ['title'],
  });
  await assertDraftsPass(t, [refused]);
});

test('the user becomes an actor', async (t) => {
  const { standIn, draft } = await start(t);
  const actorOf = async (token?: string) =>
    (await draft({ query: '{ organization { __typename } }' }, token)).case.steps[0]!.actor;
  assert.equal(await actorOf('admin-token'), 'admin');
  assert.equal(await actorOf('member-token'), 'member');
  assert.equal(await actorOf(await standIn.token({ user: 2 })), 'member');
  assert.equal(await actorOf('other-token'), 'other');
  assert.equal(await actorOf(await standIn.token({ user: 4 })), 'other');
  assert.equal(await actorOf(), 'anonymous');
  assert.equal(await actorOf('invalid'), 'stranger');
});

test('in another world and dialect, a draft has the ids that were sent', async (t) => {
  const { draft } = await start(t, { world: 'town', dialect: 'decidim-0.32' });
  const { case: draftCase, file } = await draft({ query: read, variables: { c: '2' } });
  const [step] = draftCase.steps as [GraphQLStep];
  assert.deepEqual([step.variables, draftCase.dialects], [{ c: '2' }, ['decidim-0.32']]);
  assert.equal(load(t, file, 'read.component').length, 1);
});

const reason = (text: string) => `No case can repeat this request: ${text}.`;

test('a request that no case can repeat says why', async (t) => {
  const { standIn, draft } = await start(t);
  const problemOf = async (body: object, token?: string) => (await draft(body, token)).detail;
  assert.equal(
    await problemOf({ query: '{ __typename }', variables: { password: 'x' } }),
    reason('a secret in the request or in the response is withheld'),
  );
  assert.equal(await problemOf({ query: 1 }), reason('it is not a GraphQL request with a response'));
  await standIn.faults.add({ effect: { status: 503 }, times: 1 });
  assert.equal(await problemOf({ query: '{ __typename }' }), reason('the response is not a JSON object'));
  await standIn.faults.add({ effect: { status: 503, body: {} }, times: 1 });
  assert.equal(await problemOf({ query: '{ __typename }' }), reason('the response has the HTTP status 503'));
});
