import assert from 'node:assert/strict';
import test from 'node:test';
import { valueAt } from '../../src/client/json-value.ts';
import type { Mode } from '../../src/client/target.ts';
import type { Target } from '../../src/client/target.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { createRequestSchema } from './request-schema.ts';
import { runPlan } from './run.ts';

async function run(
  t: test.TestContext,
  mode: Mode,
  count: number,
  dialects = ['specification', 'specification'],
  only?: string,
) {
  const [a, b] = (await Promise.all(
    dialects.map((dialect) => startInProcessTarget({ dialect, mockMode: 'empty' })),
  )) as [Target, Target];
  t.after(() => Promise.all([a.close(), b.close()]));
  const plan = { ...(await createRequestSchema({ a, b })), mode, seed: 1, count, only, known: [] };
  return { ...(await runPlan({ a, b }, plan, new AbortController().signal)), targets: { a, b } };
}

test('500 requests reach every outcome of every operation', async (t) => {
  const { checked } = await run(t, 'write', 500);
  const outcomes = new Map<string, number>();
  const refused = new Set<string>();
  for (const { exchanges } of checked) {
    const { request, a } = exchanges[0]!;
    const [error] = (valueAt(a.json, ['errors']) ?? []) as {
      extensions?: { code?: string; errors?: { path: string[] }[] };
    }[];
    const outcome = `${request.coordinate} ${error ? (error.extensions?.code ?? 'request error') : 'success'}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    for (const { path } of error?.extensions?.errors ?? []) refused.add(`${request.coordinate} ${path.at(-1)}`);
  }
  for (const operation of [
    'AccountabilityMutation.createResult',
    'MeetingsMutation.createMeeting',
    'MeetingMutation.update',
    'ProposalMutation.answer',
  ])
    for (const code of ['success', 'ATTRIBUTE_VALIDATION_ERROR', 'UNAUTHORIZED_OBJECT_ERROR', 'request error'])
      assert.ok((outcomes.get(`${operation} ${code}`) ?? 0) >= 2, `${operation} ${code}`);
  assert.ok(refused.size >= 20, [...refused].join('\n'));
  assert.ok(checked.some(({ exchanges }) => exchanges.length === 2));
});

test('mode validate writes nothing', async (t) => {
  const { targets, checked } = await run(t, 'validate', 200);
  assert.ok(checked.some(({ exchanges: [exchange] }) => exchange!.request.query.startsWith('mutation')));
  assert.ok(checked.every(({ exchanges }) => exchanges.length === 1));
  const query = '{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }';
  const read = async () =>
    (
      await targets.a.send({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      })
    ).text;
  const before = await read();
  await targets.a.reset!();
  assert.equal(before, await read());
});

test('two dialects are compared in the words of the contract, and a field that one lacks is one cause', async (t) => {
  const { checked, disagreements } = await run(t, 'observe', 40, ['specification', 'decidim-0.32']);
  const coordinates = checked.map(({ exchanges }) => exchanges[0]!.request.coordinate);
  assert.ok(coordinates.includes('Meetings.meeting'));
  const names = disagreements.map(({ cause }) => cause.names[0]);
  assert.ok(!names.some((name) => /undefinedField/.test(name)), names.join('\n'));
  assert.ok(names.every((name) => !name.includes('absent') || name === 'Result.projects: absent from b'));
  const ofResults = await run(t, 'observe', 40, ['specification', 'decidim-0.32'], 'Accountability.result');
  assert.ok(ofResults.disagreements.some(({ cause }) => cause.names[0] === 'Result.projects: absent from b'));
  assert.ok(checked.some(({ causes }) => causes.length === 0));
});
