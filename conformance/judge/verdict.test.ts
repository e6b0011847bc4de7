import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import type { RequirementLevel } from '../model/case.ts';
import type { CaseResult, Waiver } from '../model/report.ts';
import { verdictSentence, computeVerdict } from './verdict.ts';
import { applyWaivers, readWaivers } from './waivers.ts';

const result = (id: string, outcome: CaseResult['outcome'], level: RequirementLevel = 'MUST'): CaseResult => ({
  case: { id, description: 'A fact', requirements: ['answer.state'], level, steps: [] },
  outcome,
  exchanges: [],
  milliseconds: 1,
});
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  case: 'read/failing',
  reason: 'A known failure that will be fixed.',
  expires: '2027-01-31',
  ...more,
});
const specification = { name: 'specification', family: 'specification' } as const;
const today = '2027-01-31';

for (const [expected, results] of [
  ['conformant', [result('a', 'passed'), result('b', 'not applicable')]],
  ['not conformant', [result('a', 'passed'), result('b', 'failed'), result('c', 'could not run')]],
  ['inconclusive', [result('a', 'passed'), result('b', 'could not run')]],
  ['conformant', [result('a', 'failed', 'SHOULD'), result('b', 'could not run', 'OBSERVE'), result('c', 'passed')]],
] as [string, CaseResult[]][]) {
  test(`is ${expected} with: ${results.map(({ outcome, case: { level } }) => `${level} ${outcome}`).join(', ')}`, () => {
    assert.equal(computeVerdict(results, []), expected);
  });
}

test('a waiver excuses a failure', () => {
  const results = [result('read/failing', 'failed'), result('b', 'passed')];
  const applied = applyWaivers(results, [waiver()], specification, today);
  assert.equal(applied[0]!.problem, undefined);
  const verdict = computeVerdict(results, applied);
  assert.equal(verdict, 'conformant');
  assert.equal(verdictSentence(verdict, results), 'Conformant: 1 passed, 1 waived.');
});

for (const [problem, invalid, outcome, message] of [
  ['has expired', waiver({ expires: '2027-01-30' }), 'failed', /expired on 2027-01-30/],
  ['matches no case', waiver({ case: 'read/other' }), 'failed', /no case/],
  ['excuses a case that passes', waiver(), 'passed', /fixed/],
] as const) {
  test(`a waiver that ${problem} fails the run`, () => {
    const results = [result('read/failing', outcome)];
    const applied = applyWaivers(results, [invalid], specification, today);
    assert.match(applied[0]!.problem!, message);
    assert.equal(computeVerdict(results, applied), 'not conformant');
  });
}

test('ignores a waiver of another dialect', () => {
  const results = [result('read/failing', 'failed')];
  assert.deepEqual(applyWaivers(results, [waiver({ dialect: 'decidim-0.32' })], specification, today), []);
  assert.equal(computeVerdict(results, []), 'not conformant');
});

test('applies a waiver of a family to every version without a waiver of its own', () => {
  const ofFamily = waiver({ dialect: 'decidim' });
  const ofVersion = waiver({ dialect: 'decidim-1', expires: '2027-01-30' });
  const applied = (name: string) =>
    applyWaivers([result('read/failing', 'failed')], [ofVersion, ofFamily], { name, family: 'decidim' }, today);
  assert.deepEqual(applied('decidim-2'), [ofFamily]);
  assert.deepEqual(applied('decidim-1'), [{ ...ofVersion, problem: 'it expired on 2027-01-30' }]);
});

test('rejects a waiver without a reason or a last day', (t) => {
  const file = join(createTemporaryFolder(t), 'waivers.json');
  for (const invalid of [{ reason: 'short' }, { expires: 'never' }, { expires: undefined }]) {
    writeFileSync(file, JSON.stringify([{ ...waiver(), ...invalid }]));
    assert.throws(() => readWaivers(file), isCommandError(2, file));
  }
});
