import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ambiguousDocuments, countWrites } from '../test/support/ambiguous-documents.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import type { Case, Step } from '../src/cases/case.ts';
import { permit } from '../src/client/door.ts';
import { mayWriteIn } from '../src/client/intent.ts';
import { runCases } from './index.ts';

const mutation = 'mutation { comment(id: 1) { upVote { id } } }';

async function bodiesSent(t: TestContext, mode: 'observe' | 'validate', step: Step): Promise<string[]> {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  const sent: string[] = [];
  const recording = {
    ...target,
    send: (request: Parameters<typeof target.send>[0]) => {
      sent.push(String(request.body));
      return target.send(request);
    },
  };
  const testCase: Case = { id: 'http/a', description: 'A case', requirements: [], level: 'MUST', steps: [step] };
  const [result] = await runCases([testCase], { target: permit(recording, { mode }), runId: 'r', mode });
  assert.equal(result!.outcome === 'could not run', sent.length === 0);
  return sent;
}

const step = (query: string): Step => ({ actor: 'admin', query, operationName: 'B', expect: { requestError: [] } });

for (const mode of ['observe', 'validate'] as const)
  test(`mode ${mode} sends no document in which another grammar finds a mutation`, async (t) => {
    for (const [, query] of ambiguousDocuments)
      for (const body of await bodiesSent(t, mode, step(query)))
        assert.equal(countWrites((JSON.parse(body) as { query: string }).query), 0, query);
    // graphql-js does not read it.
    assert.deepEqual(await bodiesSent(t, mode, step('mutation B { a {} comment(id: 1) { upVote { id } } }')), []);
    const [sent] = await bodiesSent(t, mode, step('query B { unknown }'));
    assert.match(String(sent), /unknown/);
  });

test('mode validate sends a mutation whose fields have no input with every field skipped', async (t) => {
  for (const query of [
    mutation,
    'mutation { comment(id: 1) { ...f } } fragment f on CommentMutation { upVote { id } }',
    'mutation { deploy }',
    'mutation { approve(id: 1) @include(if: true) { id } }',
  ]) {
    const [body] = await bodiesSent(t, 'validate', { actor: 'admin', query, expect: { requestError: [] } });
    assert.equal(countWrites((JSON.parse(body!) as { query: string }).query), 0, body);
  }
});

test('an HTTP request may write wherever a server could find a mutation in it', () => {
  assert.ok(countWrites(mutation) > 0);
  const json = JSON.stringify({ query: mutation });
  for (const request of [
    { path: `?query=${encodeURIComponent(mutation)}` },
    { path: `?query=a&query=${encodeURIComponent(mutation)}` },
    { body: json },
    { body: `{"query":"{ a }","query":${JSON.stringify(mutation)}}` },
    { body: `[${json}]` },
    { body: `${json.slice(0, -1)},` },
    { body: `query=${encodeURIComponent(mutation)}` },
    { body: mutation },
    { body: `query[]=${encodeURIComponent(mutation)}` },
    { body: `operations=${encodeURIComponent(json)}` },
    { body: `--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n${mutation}\r\n--x--\r\n` },
    { body: JSON.stringify({ query: ambiguousDocuments[0]![1] }) },
  ])
    assert.equal(mayWriteIn(request), true, JSON.stringify(request));
  for (const request of [{}, { path: '?query={a}' }, { body: '{"query":"{ mutation }"}' }, { body: 'mutation {' }])
    assert.equal(mayWriteIn(request), false, JSON.stringify(request));
});

const answerIn = (name: string, id: string) =>
  `${name}: component(id: ${id}) { ... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: {} }) { id } } } }`;

test('mode validate proves only a part of a case in which another field writes beside the refused one', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  const query = `mutation { ${answerIn('one', '1')} ${answerIn('two', '987654321')} }`;
  const expect = { errorCode: 'NOT_FOUND_ERROR', path: ['two'], data: null };
  const steps: Step[] = [{ actor: 'admin', query, expect }];
  const testCase: Case = { id: 'document/a', description: 'A case', requirements: [], level: 'MUST', steps };
  const mode = 'validate';
  const [result] = await runCases([testCase], { target: permit(target, { mode }), runId: 'r', mode });
  assert.deepEqual([result!.outcome, result!.needsWriting], ['could not run', true]);
  assert.match(result!.reason!, /mode validate cannot check the rest$/);
});
