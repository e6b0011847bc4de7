import assert from 'node:assert/strict';
import test from 'node:test';
import { ClientError, GraphQLClient } from 'graphql-request';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { type AnyData, readOperation, startTestServer } from '../../test/support/test-server.ts';

const createClient = (url: string, token: string) =>
  new GraphQLClient(url, { headers: { Authorization: `Bearer ${token}-token` } });

const answeredProposal = {
  id: '1',
  state: 'accepted',
  cost: '€ 1,234.50',
  answer: {
    translations: [
      { locale: 'en', text: 'Yes' },
      { locale: 'ca', text: 'Sí' },
    ],
  },
};
interface OperationTest {
  name: string;
  token: string;
  /** Returns the variables of the operation; `id` converts each id. */
  variables(id: (value: number) => number | string): object;
  /** Returns the expected data after the operation ran `previousRuns` times. */
  expected(data: AnyData, previousRuns: number, url: string): unknown;
}
const operations: OperationTest[] = [
  {
    name: 'answer',
    token: 'admin',
    variables: (id) => ({
      componentId: id(1),
      proposalId: id(1),
      input: { attributes: { state: 'accepted', cost: 1234.5, answerContent: { en: 'Yes', ca: 'Sí' } } },
    }),
    expected: (data) => ({
      component: {
        proposal: { answer: { ...answeredProposal, answeredAt: data.component.proposal.answer.answeredAt } },
      },
    }),
  },
  {
    name: 'create-meeting',
    token: 'member',
    variables: (id) => ({
      componentId: id(2),
      input: { locale: 'en', attributes: { ...meetingAttributes, address: 'Main Square 2', taxonomies: [id(2)] } },
    }),
    expected: (_, previousRuns) => ({
      component: {
        createMeeting: {
          id: String(5 + previousRuns),
          title: { translation: 'T' },
          description: { translation: 'D' },
          address: 'Main Square 2',
          taxonomies: [{ name: { translation: 'Mobility' }, children: [{ name: { translation: 'Bicycles' } }] }],
        },
      },
    }),
  },
  {
    name: 'update-meeting',
    token: 'member',
    variables: (id) => ({
      componentId: id(2),
      meetingId: id(2),
      input: { clientMutationId: 'a', attributes: { ...meetingAttributes, title: `Changed by ${typeof id(2)}` } },
    }),
    expected: (_, previousRuns) => ({
      component: {
        meeting: {
          update: { id: '2', title: { translation: `Changed by ${previousRuns === 0 ? 'number' : 'string'}` } },
        },
      },
    }),
  },
  {
    name: 'create-result',
    token: 'admin',
    variables: (id) => ({
      componentId: id(4),
      input: {
        attributes: {
          title: { en: 'A result' },
          parentId: 1,
          appAccountabilityStatusId: 1,
          proposalIds: [1],
          progress: 12.5,
        },
      },
    }),
    expected: (_, previousRuns, url) => ({
      component: {
        createResult: {
          id: String(3 + previousRuns),
          url: `${new URL(url).origin}/en/processes/city-budget/f/4/results/${3 + previousRuns}`,
        },
      },
    }),
  },
];

test('a client library runs the four operations with ids as numbers and strings', async (t) => {
  const { url } = await startTestServer(t);
  for (const { name, token, variables, expected } of operations) {
    await t.test(name, async () => {
      const client = createClient(url, token);
      for (const [previousRuns, id] of [(value: number) => value, String].entries()) {
        const data: AnyData = await client.request(readOperation(name), variables(id));
        assert.deepEqual(data, expected(data, previousRuns, url));
      }
    });
  }
});

test('a client library throws errors with their codes', async (t) => {
  const { url, store } = await startTestServer(t);
  const rows: [string, string, object, string, string[]][] = [
    [
      'create-meeting',
      'member',
      { componentId: 2, input: { attributes: { ...meetingAttributes, title: ' ' } } },
      'ATTRIBUTE_VALIDATION_ERROR',
      ['component', 'createMeeting'],
    ],
    [
      'update-meeting',
      'member',
      { componentId: '2', meetingId: '99', input: { attributes: meetingAttributes } },
      'NOT_FOUND_ERROR',
      ['component', 'meeting'],
    ],
    ['create-result', 'nobody', operations[3]!.variables(String), 'UNAUTHORIZED_OBJECT_ERROR', []],
  ];
  const before = JSON.stringify([store.all('meetings'), store.all('proposals'), store.all('results')]);
  for (const [name, token, variables, code, path] of rows) {
    await t.test(name, () =>
      assert.rejects(createClient(url, token).request(readOperation(name), variables), (error) => {
        assert.ok(error instanceof ClientError);
        const { status, errors } = error.response;
        assert.deepEqual([status, errors!.length], [200, 1]);
        assert.equal(errors![0]!.extensions['code'], code);
        assert.deepEqual(errors![0]!.path ?? [], path);
        return true;
      }),
    );
  }
  assert.equal(JSON.stringify([store.all('meetings'), store.all('proposals'), store.all('results')]), before);
});
