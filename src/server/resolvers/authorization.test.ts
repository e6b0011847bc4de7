import assert from 'node:assert/strict';
import test from 'node:test';
import { assertRequestError, assertStoreUnchanged, assertGraphQLError } from '../../../test/support/assertions.ts';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { type Actor, type TestServer, readOperation, startTestServer } from '../../../test/support/test-server.ts';

/** The operations: a good request by the least role that may send it, and where its refusals stand. */
const operations = [
  {
    name: 'answer',
    actor: 'admin',
    denied: ['member', 'other'],
    variables: { componentId: 1, proposalId: 1, input: { attributes: { state: 'accepted' } } },
    path: ['component', 'proposal', 'answer'],
    left: { component: { proposal: { answer: null } } },
    record: ['proposalId', 'ProposalMutation', { component: { proposal: null } }],
    otherKind: 2,
    off: { componentId: 8, proposalId: 3, input: { attributes: { state: 'nope' } } },
  },
  {
    name: 'create-meeting',
    actor: 'member',
    denied: [],
    variables: { componentId: 2, input: { attributes: meetingAttributes } },
    path: ['component', 'createMeeting'],
    left: { component: { createMeeting: null } },
    otherKind: 1,
    off: { componentId: 3, input: { attributes: { ...meetingAttributes, title: '' } } },
  },
  {
    name: 'update-meeting',
    actor: 'member',
    denied: [],
    variables: { componentId: 2, meetingId: 2, input: { attributes: meetingAttributes } },
    path: ['component', 'meeting', 'update'],
    left: { component: { meeting: { update: null } } },
    record: ['meetingId', 'MeetingMutation', { component: { meeting: null } }],
    otherKind: 4,
  },
  {
    name: 'create-result',
    actor: 'admin',
    denied: ['member', 'other'],
    variables: { componentId: 4, input: { attributes: { title: { en: 'A result' } } } },
    path: ['component', 'createResult'],
    left: { component: { createResult: null } },
    otherKind: 2,
  },
] as const;

for (const { name, actor, denied, variables, path, left, otherKind, ...more } of operations) {
  test(`${name}: who may, and where`, async (t) => {
    const standIn = await startTestServer(t);
    const query = readOperation(name);
    const send = (changes: object, as: Actor = actor) => standIn.send(query, { ...variables, ...changes }, as);
    const refusal = (title: string, check: (standIn: TestServer) => Promise<void>) =>
      t.test(title, () => assertStoreUnchanged(standIn, () => check(standIn)));

    await refusal('anonymous is refused before the component is looked up', async () => {
      for (const componentId of [variables.componentId, 99999]) {
        assertGraphQLError(await send({ componentId }, 'anonymous'), 'UNAUTHORIZED_OBJECT_ERROR', undefined, null);
      }
    });
    for (const other of denied) {
      await refusal(`${other} is refused at the field`, async () => {
        assertGraphQLError(await send({}, other), 'MUTATION_NOT_AUTHORIZED_ERROR', [...path], left);
      });
    }
    for (const [what, componentId] of [
      ['unknown', 99999],
      ['unpublished', 5],
      ['restricted', 7],
      ['a word', 'nope'],
      ['empty', ''],
      ['negative', -1],
      ['huge', '99999999999999999999'],
    ] as const) {
      await refusal(`a component that is ${what} is not found`, async () => {
        const answer = await send({ componentId });
        assertGraphQLError(answer, 'NOT_FOUND_ERROR', ['component'], null);
        assert.match(answer.errors![0]!.message, /^ComponentMutation /);
      });
    }
    await refusal('a component of another kind is an empty object', async () => {
      const { errors, data } = await send({ componentId: otherKind });
      assert.equal(errors, undefined);
      assert.deepEqual(data, { component: {} });
    });
    for (const [componentId, type] of [
      [6, 'Pages'],
      [10, 'Budgets'],
    ]) {
      await refusal(`a component of ${type} has no mutations`, async () => {
        const { errors, data } = await send({ componentId });
        assert.deepEqual(
          errors!.map(({ message, path: at, extensions }) => [message, at, extensions]),
          [[`Mutation type not found for ${type}`, ['component'], undefined]],
        );
        assert.equal(data, null);
      });
    }
    if ('record' in more) {
      const [variable, type, remains] = more.record;
      for (const id of [99999, 'x', '', -1]) {
        await refusal(`a record with the id ${JSON.stringify(id)} is not found`, async () => {
          const answer = await send({ [variable]: id });
          assertGraphQLError(answer, 'NOT_FOUND_ERROR', ['component', path[1]], remains);
          assert.match(answer.errors![0]!.message, new RegExp(`^${type} `));
        });
      }
    }
    if ('off' in more) {
      await refusal("the component's setting refuses, before the attributes are judged", async () => {
        for (const as of [actor, 'admin'] as const) {
          assertGraphQLError(await send(more.off, as), 'MUTATION_NOT_AUTHORIZED_ERROR', [...path], left);
        }
      });
    }
    await refusal('coercion comes before the permissions', async () => {
      const input = { attributes: { ...variables.input.attributes, nope: 1 } };
      assertRequestError(await send({ input }, 'anonymous'), /nope/);
    });
    await refusal('input and attributes are required', async () => {
      assertRequestError(await send({ input: undefined }), /\$input/);
      assertRequestError(await send({ input: null }), /\$input/);
      assertRequestError(await send({ input: {} }), /attributes/);
    });
    await t.test('ids may be numbers or texts', async () => {
      const ids = Object.entries(variables).filter(([variable]) => variable !== 'input');
      for (const as of [Number, String]) {
        const { errors } = await send(Object.fromEntries(ids.map(([variable, id]) => [variable, as(id)])));
        assert.equal(errors, undefined);
      }
    });
  });
}
