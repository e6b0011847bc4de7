import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse, print } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import { mutant } from '../../test/mutants/mutated-server.ts';
import { loadCases } from '../../src/cases/load.ts';
import type { Case, ExpectedResponse } from '../../src/cases/case.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { mutationInMode, withMutationsSkipped } from './modes.ts';
import { runCases } from './run-cases.ts';

const schema = buildSchema(readContractSdl());

test('skips the mutations of a document and nothing else', () => {
  const query =
    'mutation($a: Boolean!) { component(id: 1) { id one(input: {}) { id } two(input: {}) @skip(if: $a) { id } } }';
  const skipped = print(withMutationsSkipped(parse(query))).replaceAll(/\s+/g, ' ');
  assert.match(
    skipped,
    /{ id one\(input: {}\) @skip\(if: true\) { id } \.\.\. @skip\(if: true\) { two\(input: {}\) @skip\(if: \$a\) { id } } }/,
  );
});

test('skips deletions, which have no input', () => {
  const query = 'mutation { component(id: 1) { result(id: 2) { delete(id: 2) { id deletedAt } } } }';
  const skipped = print(withMutationsSkipped(parse(query))).replaceAll(/\s+/g, ' ');
  assert.match(skipped, /{ delete\(id: 2\) @skip\(if: true\) { id deletedAt } }/);
});

test('mode validate keeps what a server answers to a mutation before it executes anything', () => {
  const document = parse('mutation { component(id: 1) { one(input: {}) { id } } }');
  const expectedOf = (expected: ExpectedResponse) => {
    const step = mutationInMode('validate', document, expected);
    return typeof step === 'string' ? step : step.expected;
  };
  assert.deepEqual(expectedOf({ data: null }), { data: null });
  const anonymous = { errorCode: 'UNAUTHORIZED_OBJECT_ERROR', path: null, data: null };
  assert.deepEqual(expectedOf(anonymous), anonymous);
  assert.deepEqual(expectedOf({ data: { component: { one: null } } }), { data: { $is: 'object' } });
});

test('mode validate finds an attribute that the server does not accept', async (t) => {
  const { build } = mutant('no hints', 'create-meeting/location-hints', {
    contract: (text) => text.replace(/  "[^"]*"\n  locationHints: String @constraint\(notBlank: true\)\n/, ''),
  });
  const target = await startInProcessTarget({ changes: build(() => {}) });
  t.after(() => target.close());
  const cases = loadCases().filter(({ id }) => id.startsWith('create-meeting/location'));
  const results = await runCases({ target, cases, schema, runId: 'r', mode: 'validate' });
  assert.deepEqual(
    results.map(({ case: { id }, outcome }) => [id, outcome]),
    [
      ['create-meeting/location', 'could not run'],
      ['create-meeting/location-hints', 'failed'],
    ],
  );
});

for (const mode of ['observe', 'validate'] as const) {
  test(`mode ${mode} does not send an HTTP request that contains a mutation`, async (t) => {
    const target = await startInProcessTarget();
    t.after(() => target.close());
    const query =
      'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: {}) { id } } } } }';
    const testCase: Case = {
      id: 'http/custom',
      description: 'A case of this test',
      requirements: ['endpoint.post'],
      level: 'MUST',
      steps: [{ actor: 'admin', http: { method: 'POST', body: JSON.stringify({ query }) }, expect: { status: [200] } }],
    };
    const [result] = await runCases({ target, cases: [testCase], schema, runId: 'r', mode });
    assert.deepEqual([result!.outcome, result!.exchanges], ['could not run', []]);
  });
}
