import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CommandError } from '../../src/errors.ts';
import type { RequirementLevel } from '../cases/load.ts';
import type { CaseResult } from '../runner/run-cases.ts';
import { verdictSentence, computeVerdict } from './verdict.ts';
import { type Waiver, applyWaivers, readWaivers } from './waivers.ts';

const result = (id: string, outcome: CaseResult['outcome'], level: RequirementLevel = 'MUST'): CaseResult => ({
  case: { id, description: 'A fact', requirements: ['answer.state'], level, steps: [] },
  outcome,
  exchanges: [],
  milliseconds: 1,
});
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  case: 'read/failing',
  reason: 'It is known, and will be mended.',
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
  test(`${results.map(({ outcome, case: { level } }) => `${level} ${outcome}`).join(', ')} is ${expected}`, () => {
    assert.equal(computeVerdict(results, []), expected);
  });
}

test('a waiver excuses a failure, and the sentence says so', () => {
  const results = [result('read/failing', 'failed'), result('b', 'passed')];
  const applied = applyWaivers(results, [waiver()], specification, today);
  assert.equal(applied[0]!.problem, undefined);
  const verdict = computeVerdict(results, applied);
  assert.equal(verdict, 'conformant');
  assert.equal(verdictSentence(verdict, results), 'Conformant: 1 passed, 1 waived.');
});

for (const [what, wrong, outcome, fault] of [
  ['has expired', waiver({ expires: '2027-01-30' }), 'failed', /expired on 2027-01-30/],
  ['matches nothing', waiver({ case: 'read/other' }), 'failed', /no case/],
  ['excuses what passes', waiver(), 'passed', /fixed/],
] as const) {
  test(`a waiver that ${what} fails the run`, () => {
    const results = [result('read/failing', outcome)];
    const applied = applyWaivers(results, [wrong], specification, today);
    assert.match(applied[0]!.problem!, fault);
    assert.equal(computeVerdict(results, applied), 'not conformant');
  });
}

test('a waiver of another dialect says nothing', () => {
  const results = [result('read/failing', 'failed')];
  assert.deepEqual(applyWaivers(results, [waiver({ dialect: 'decidim-0.32' })], specification, today), []);
  assert.equal(computeVerdict(results, []), 'not conformant');
});

test('a waiver of a family is used in every version, unless the version has its own', () => {
  const family = waiver({ dialect: 'decidim' });
  const version = waiver({ dialect: 'decidim-1', expires: '2027-01-30' });
  const applied = (name: string) =>
    applyWaivers([result('read/failing', 'failed')], [version, family], { name, family: 'decidim' }, today);
  assert.deepEqual(applied('decidim-2'), [family]);
  assert.deepEqual(applied('decidim-1'), [{ ...version, problem: 'it expired on 2027-01-30' }]);
});

test('a waiver without a reason, or without an end, is refused by name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'waivers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'waivers.json');
  for (const wrong of [{ reason: 'short' }, { expires: 'never' }, { expires: undefined }]) {
    writeFileSync(file, JSON.stringify([{ ...waiver(), ...wrong }]));
    assert.throws(
      () => readWaivers(file),
      (error) => error instanceof CommandError && error.exitCode === 2 && error.message.startsWith(file),
    );
  }
});
