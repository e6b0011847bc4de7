import assert from 'node:assert/strict';
import test from 'node:test';
import { assertRequestError, assertStoreUnchanged, assertGraphQLError } from '../../../test/support/assertions.ts';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { type Actor, type TestServer, readOperation, startTestServer } from '../../../test/support/test-server.ts';

/** A valid request of each operation by the lowest role that may send it, and the expected errors. */
const operations = [
  {
    name: 'answer',
    actor: 'admin',
    deniedRoles: ['member', 'other'],
    variables: { componentId: 1, proposalId: 1, input: { attributes: { state: 'accepted' } } },
    path: ['component', 'proposal', 'answer'],
    dataAfterError: { component: { proposal: { answer: null } } },
    recordLookup: ['proposalId', 'ProposalMutation', { component: { proposal: null } }],
    otherKindComponent: 2,
    settingOff: { componentId: 8, proposalId: 3, input: { attributes: { state: 'nope' } } },
  },
  {
    name: 'create-meeting',
    actor: 'member',
    deniedRoles: [],
    variables: { componentId: 2, input: { attributes: meetingAttributes } },
    path: ['component', 'createMeeting'],
    dataAfterError: { component: { createMeeting: null } },
    otherKindComponent: 1,
    settingOff: { componentId: 3, input: { attributes: { ...meetingAttributes, title: '' } } },
  },
  {
    name: 'update-meeting',
    actor: 'member',
    deniedRoles: [],
    variables: { componentId: 2, meetingId: 2, input: { attributes: meetingAttributes } },
    path: ['component', 'meeting', 'update'],
    dataAfterError: { component: { meeting: { update: null } } },
    recordLookup: ['meetingId', 'MeetingMutation', { component: { meeting: null } }],
    otherKindComponent: 4,
  },
  {
    name: 'create-result',
    actor: 'admin',
    deniedRoles: ['member', 'other'],
    variables: { componentId: 4, input: { attributes: { title: { en: 'A result' } } } },
    path: ['component', 'createResult'],
    dataAfterError: { component: { createResult: null } },
    otherKindComponent: 2,
  },
] as const;

for (const {
  name,
  actor,
  deniedRoles,
  variables,
  path,
  dataAfterError,
  otherKindComponent,
  ...optional
} of operations) {
  test(`${name} checks the role, the component and the record`, async (t) => {
    const server = await startTestServer(t);
    const query = readOperation(name);
    const send = (changes: object, role: Actor = actor) => server.send(query, { ...variables, ...changes }, role);
    const testRejection = (title: string, check: (server: TestServer) => Promise<void>) =>
      t.test(title, () => assertStoreUnchanged(server, () => check(server)));

    await testRejection('rejects anonymous before it looks up the component', async () => {
      for (const componentId of [variables.componentId, 99999]) {
        assertGraphQLError(await send({ componentId }, 'anonymous'), 'UNAUTHORIZED_OBJECT_ERROR', undefined, null);
      }
    });
    for (const role of deniedRoles) {
      await testRejection(`rejects ${role} at the field`, async () => {
        assertGraphQLError(await send({}, role), 'MUTATION_NOT_AUTHORIZED_ERROR', [...path], dataAfterError);
      });
    }
    for (const [description, componentId] of [
      ['unknown', 99999],
      ['unpublished', 5],
      ['restricted', 7],
      ['a word', 'nope'],
      ['empty', ''],
      ['negative', -1],
      ['huge', '99999999999999999999'],
    ] as const) {
      await testRejection(`does not find a component id that is ${description}`, async () => {
        const response = await send({ componentId });
        assertGraphQLError(response, 'NOT_FOUND_ERROR', ['component'], null);
        assert.match(response.errors![0]!.message, /^ComponentMutation /);
      });
    }
    await testRejection('returns an empty object for a component of another kind', async () => {
      const { errors, data } = await send({ componentId: otherKindComponent });
      assert.equal(errors, undefined);
      assert.deepEqual(data, { component: {} });
    });
    for (const [componentId, type] of [
      [6, 'Pages'],
      [10, 'Budgets'],
    ]) {
      await testRejection(`reports that a component of ${type} has no mutations`, async () => {
        const { errors, data } = await send({ componentId });
        assert.deepEqual(
          errors!.map(({ message, path: errorPath, extensions }) => [message, errorPath, extensions]),
          [[`Mutation type not found for ${type}`, ['component'], undefined]],
        );
        assert.equal(data, null);
      });
    }
    if ('recordLookup' in optional) {
      const [variable, type, dataAfterLookup] = optional.recordLookup;
      for (const id of [99999, 'x', '', -1]) {
        await testRejection(`does not find a record with the id ${JSON.stringify(id)}`, async () => {
          const response = await send({ [variable]: id });
          assertGraphQLError(response, 'NOT_FOUND_ERROR', ['component', path[1]], dataAfterLookup);
          assert.match(response.errors![0]!.message, new RegExp(`^${type} `));
        });
      }
    }
    if ('settingOff' in optional) {
      await testRejection('checks the component setting before the attributes', async () => {
        for (const role of [actor, 'admin'] as const) {
          assertGraphQLError(
            await send(optional.settingOff, role),
            'MUTATION_NOT_AUTHORIZED_ERROR',
            [...path],
            dataAfterError,
          );
        }
      });
    }
    await testRejection('coerces variables before it checks permissions', async () => {
      const input = { attributes: { ...variables.input.attributes, nope: 1 } };
      assertRequestError(await send({ input }, 'anonymous'), /nope/);
    });
    await testRejection('requires input and attributes', async () => {
      assertRequestError(await send({ input: undefined }), /\$input/);
      assertRequestError(await send({ input: null }), /\$input/);
      assertRequestError(await send({ input: {} }), /attributes/);
    });
    await t.test('accepts ids as numbers and strings', async () => {
      const ids = Object.entries(variables).filter(([variable]) => variable !== 'input');
      for (const convert of [Number, String]) {
        const { errors } = await send(Object.fromEntries(ids.map(([variable, id]) => [variable, convert(id)])));
        assert.equal(errors, undefined);
      }
    });
  });
}
