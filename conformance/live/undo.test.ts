import assert from 'node:assert/strict';
import test from 'node:test';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { restoreAnswer } from './undo.ts';

const ids = { componentId: '1', proposalId: '2' };
const dialect = suiteDialectByName('decidim-0.32');
const undoOf = (cost: string | null) => {
  const proposal = { state: 'accepted', cost, answer: null, costReport: null, executionPeriod: null };
  const undo = restoreAnswer({ component: { proposal } }, ids, dialect);
  return undo && (undo.variables as { input: { attributes: { cost: unknown } } }).input.attributes.cost;
};

for (const [cost, amount] of [
  ['€ 1,234.50', 1234.5],
  ['€ 1.234,50', 1234.5],
  ['-€ 5,00', -5],
  [null, null],
] as const)
  test(`restores the cost ${cost}`, () => {
    assert.equal(undoOf(cost), amount);
  });

test('does not restore a cost that it cannot read', () => {
  assert.equal(undoOf('about five'), undefined);
});
