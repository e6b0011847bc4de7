import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { type TargetRequest, NoResponseError, loadCases, runConformance } from '../index.ts';

/** What a run of cases in mode `write` leaves on a deployment of 0.31. */
async function runOn031(
  t: TestContext,
  ids: string[],
  failing: (response: { status: number }) => void = () => undefined,
): Promise<{ leftovers: string[]; cleanUpFailures: string[] }> {
  const { reset: _, ...target } = await startInProcessTarget({ dialect: 'decidim-0.31' });
  t.after(() => target.close());
  const send = async (request: TargetRequest) => {
    const response = await target.send(request);
    failing(response);
    return response;
  };
  const { leftovers, cleanUpFailures, results } = await runConformance({
    ledgerFile: join(createTemporaryFolder(t), 'ledger'),
    mode: 'write',
    cases: loadCases().filter(({ id }) => ids.includes(id)),
    target: { ...target, send },
  });
  assert.equal(results.length, ids.length);
  return { leftovers, cleanUpFailures };
}

test('a server error leaves no answer where a read before it showed that there is no such proposal', async (t) => {
  const ids = ['unknown-proposal', 'proposal-of-another-component', 'draft-proposal', 'restricted-component'];
  const components = [1, 2, 3].map((number) => `components-not-found/${number}`);
  const cases = [...ids, ...components, 'other-kind-until-0-31'].map((id) => `answer/${id}`);
  assert.deepEqual(await runOn031(t, cases), { leftovers: [], cleanUpFailures: [] });
});

test('a missing response may leave an answer, even if a read before it showed that there is no such proposal', async (t) => {
  const { leftovers } = await runOn031(t, ['answer/unknown-proposal'], ({ status }) => {
    if (status === 500) throw new NoResponseError('the connection was closed');
  });
  assert.deepEqual(leftovers, ['the answer of proposal 987654321 in component 1']);
});
