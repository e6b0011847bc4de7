import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Case, Step } from '../src/cases/case.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { suiteDialectByName } from '../src/dialects/dialects.ts';
import { reasonNotApplicable } from './applicability.ts';

const expect = { data: {} };
const createCase = (steps: Step[], changes: Partial<Case> = {}): Case => ({
  id: 'read/example',
  description: 'an example',
  requirements: [],
  level: 'MUST',
  steps,
  ...changes,
});
const reading = (query: string): Step => ({ actor: 'anonymous', query, expect });
const target = await startInProcessTarget();
after(() => target.close());
const reasonFor = (testCase: Case, dialect: string) =>
  reasonNotApplicable(testCase, { ...target, dialect: suiteDialectByName(dialect) });
const lacks = (dialect: string, coordinate: string) => `${dialect} does not have what the document uses: ${coordinate}`;

/** Documents, and the coordinate that a release lacks; undefined if the case applies. */
const documents: [what: string, query: string, dialect: string, coordinate: string | undefined][] = [
  [
    'a field that 0.32 added',
    '{ component(id: 1) { ... on Proposals { createdAt } } }',
    'decidim-0.31',
    'Proposals.createdAt',
  ],
  ['a field that 0.32 added', '{ component(id: 1) { ... on Proposals { createdAt } } }', 'decidim-0.32', undefined],
  [
    'a field that 0.32 removed',
    '{ participatoryProcesses { privateSpace } }',
    'decidim-0.32',
    'ParticipatoryProcess.privateSpace',
  ],
  ['a field that 0.32 removed', '{ participatoryProcesses { privateSpace } }', 'decidim-0.31', undefined],
  [
    'a type that 0.32 added',
    'mutation { component(id: 1) { ... on MeetingsMutation { __typename } } }',
    'decidim-0.31',
    'MeetingsMutation',
  ],
  [
    'a type of a variable that 0.32 added',
    'query($input: CreateMeetingInput) { __typename }',
    'decidim-0.31',
    'CreateMeetingInput',
  ],
  [
    'an argument that 0.31 removed',
    'mutation { commentable(id: 1, type: "A", locale: "en", toggleTranslations: false) { addComment(body: "a", userGroupId: 1) { id } } }',
    'decidim-0.31',
    'CommentableMutation.addComment(userGroupId:)',
  ],
  [
    'an input field that 0.31 removed',
    '{ participatoryProcesses(filter: { hashtag: "a" }) { id } }',
    'decidim-0.31',
    'ParticipatoryProcessFilter.hashtag',
  ],
  ['a field that no dialect has', '{ participatoryProcesses { nothing } }', 'decidim-0.31', undefined],
  ['a type that no dialect has', '{ ... on toString { __typename } }', 'decidim-0.31', undefined],
  ['an argument that no dialect has', '{ component(id: 1, nothing: 2) { id } }', 'decidim-0.31', undefined],
  ['a placeholder', '{ component(id: ${proposals}) { id } }', 'decidim-0.31', undefined],
  ['a document that is cut', '{ component(id: 1', 'decidim-0.31', undefined],
];

for (const [what, query, dialect, coordinate] of documents)
  test(`${dialect}: a document with ${what} is ${coordinate === undefined ? 'applicable' : 'not applicable'}`, () => {
    const expected = coordinate && lacks(dialect, coordinate);
    assert.equal(reasonFor(createCase([reading(query)]), dialect), expected);
    const body = JSON.stringify({ query });
    const inBody = createCase([{ actor: 'anonymous', http: { method: 'POST', body }, expect }]);
    assert.equal(reasonFor(inBody, dialect), expected, 'in a body');
  });

test('a case with a mutation that a release does not have does not apply to it', () => {
  const query = 'mutation { component(id: 1) { ... on AccountabilityMutation { createResult(input: {}) { id } } } }';
  const testCase = createCase([reading(query)]);
  assert.equal(
    reasonFor(testCase, 'decidim-0.32'),
    'decidim-0.32 does not have what the document uses: AccountabilityMutation',
  );
  assert.equal(reasonFor(testCase, 'decidim-develop'), undefined);
  assert.equal(reasonFor(testCase, 'specification'), undefined);
});

test('a case holds since one release and until another, and in the specification', () => {
  const steps = [reading('{ __typename }')];
  const reasons = (range: Partial<Case>) =>
    ['decidim-0.30', 'decidim-0.31', 'decidim-0.32', 'specification'].map((each) =>
      reasonFor(createCase(steps, range), each),
    );
  const since = 'it holds since decidim-0.31';
  const until = 'it holds until decidim-0.31';
  assert.deepEqual(reasons({ since: 'decidim-0.31' }), [since, undefined, undefined, undefined]);
  assert.deepEqual(reasons({ until: 'decidim-0.31' }), [undefined, undefined, until, undefined]);
  const both = { since: 'decidim-0.31', until: 'decidim-0.31' };
  assert.deepEqual(reasons(both), [since, undefined, until, undefined]);
});

test('a case that compares users does not apply where nobody can sign in', () => {
  const steps: Step[] = [reading('{ __typename }'), { ...reading('{ __typename }'), actor: 'admin' }];
  assert.equal(reasonFor(createCase(steps), 'decidim-0.30'), 'nobody can sign in to decidim-0.30');
  assert.equal(reasonFor(createCase(steps), 'decidim-0.31'), undefined);
  assert.equal(reasonFor(createCase([steps[1]!]), 'decidim-0.30'), undefined);
});
