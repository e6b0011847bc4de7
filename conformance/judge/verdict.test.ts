import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import type { RequirementLevel } from '../../src/cases/case.ts';
import type { CaseResult, Outcome, Report, Verdict, Waiver } from '../model/report.ts';
import { exitCodeOf } from './exit-code.ts';
import { type VerdictInput, computeVerdict, verdictSentence } from './verdict.ts';
import { applyWaivers, readWaivers } from './waivers.ts';

const result = (
  id: string,
  outcome: Outcome,
  more: Partial<CaseResult> & { level?: RequirementLevel } = {},
): CaseResult => {
  const { level = 'MUST', ...members } = more;
  const each = { id, description: 'A fact', requirements: ['answer.state'], level, steps: [] };
  return { case: each, outcome, exchanges: [], milliseconds: 1, ...members };
};
const input = (results: CaseResult[], more: Partial<VerdictInput> = {}): VerdictInput => ({
  results,
  waivers: [],
  mode: 'write',
  scope: {},
  ...more,
});
const baseline = { runId: 'plenum-1', startedAt: '2026-11-01T00:00:00.000Z', fixed: [] };
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  case: 'read/failing',
  reason: 'A known failure that will be fixed.',
  expires: '2027-01-31',
  ...more,
});
const specification = { name: 'specification', family: 'specification' } as const;
const today = '2027-01-31';

const observe = { level: 'OBSERVE' } as const;
const needsWriting = { needsWriting: true };
for (const [expected, sentence, given] of [
  [
    'conformant',
    'Conformant: 1 passed, 1 not applicable.',
    input([result('a', 'passed'), result('b', 'not applicable')]),
  ],
  [
    'conformant',
    'Conformant: 1 passed, 1 could not run.',
    input([result('a', 'passed'), result('b', 'could not run', observe)]),
  ],
  [
    'not conformant',
    'Not conformant: 1 passed, 1 failed, 1 could not run.',
    input([result('a', 'passed'), result('b', 'failed'), result('c', 'could not run')]),
  ],
  [
    'not conformant',
    'Not conformant: 1 failed.',
    input([result('b', 'failed')], { mode: 'observe', scope: { only: 'b' } }),
  ],
  [
    'differences',
    'Differences below the level MUST: 1 passed, 1 failed.',
    input([result('a', 'passed'), result('b', 'failed', observe)]),
  ],
  [
    'no difference',
    'No difference in 2 cases of validate mode (3 need writing): 2 passed, 3 could not run.',
    input(
      [
        ...['a', 'b'].map((id) => result(id, 'passed')),
        ...['c', 'd', 'e'].map((id) => result(id, 'could not run', needsWriting)),
      ],
      { mode: 'validate' },
    ),
  ],
  [
    'no difference',
    'No difference in 1 case of validate mode: 1 passed.',
    input([result('a', 'passed')], { mode: 'validate' }),
  ],
  [
    'no difference',
    'No difference in 1 case of write mode (1 could not run): 1 passed, 1 could not run.',
    input([result('a', 'passed'), result('b', 'could not run')]),
  ],
  [
    'no difference',
    'No difference in 1 case of write mode (only a): 1 passed.',
    input([result('a', 'passed')], { scope: { only: 'a' } }),
  ],
  [
    'no difference',
    'No difference in 1 case of write mode (own cases): 1 passed.',
    input([result('a', 'passed')], { scope: { hasOwnCases: true } }),
  ],
  [
    'no difference',
    'No difference in 1 case of write mode (interrupted): 1 passed.',
    input([result('a', 'passed')], { scope: { isInterrupted: true } }),
  ],
  [
    'no new difference',
    'No new difference in 2 cases of write mode (1 known): 1 passed, 1 failed.',
    input([result('a', 'passed'), result('b', 'failed', { isKnown: true })], { baseline }),
  ],
  [
    'not conformant',
    'Not conformant: 2 failed.',
    input([result('a', 'failed'), result('b', 'failed', { isKnown: true })], { baseline }),
  ],
  ['conformant', 'Conformant: 1 passed.', input([result('a', 'passed')], { baseline })],
  [
    'stopped',
    'The target stopped responding: 1 failed, 1 not sent, 1 could not run.',
    input([result('a', 'failed'), result('b', 'could not run', { isOutage: true }), result('c', 'not sent')]),
  ],
] as [Verdict, string, VerdictInput][])
  test(`is ${expected}: ${sentence}`, () => {
    assert.equal(computeVerdict(given), expected);
    assert.equal(verdictSentence(expected, given), sentence);
  });

const reportOf = (more: Partial<Report>): Report => ({
  runId: 'plenum-2',
  startedAt: '2026-11-22T00:00:00.000Z',
  seconds: 1,
  target: { url: 'http://127.0.0.1:1/api', dialect: 'specification' },
  mode: 'write',
  scope: {},
  verdict: 'conformant',
  isComplete: true,
  sentence: '',
  results: [],
  requirements: [],
  waivers: [],
  leftovers: [],
  cleanUpFailures: [],
  ...more,
});
const cleanUpFailures = ['meeting 5: a read shows it'];
for (const [verdict, isComplete, codes] of [
  // By default, with acceptPartial, and with a clean-up that failed.
  ['conformant', true, [0, 0, 5]],
  ['not conformant', true, [1, 1, 1]],
  ['not conformant', false, [1, 1, 1]],
  ['differences', true, [1, 1, 1]],
  ['no new difference', true, [0, 0, 5]],
  ['no new difference', false, [3, 0, 5]],
  ['no difference', false, [3, 0, 5]],
  ['stopped', false, [4, 4, 4]],
] as const)
  test(`a ${isComplete ? 'complete' : 'partial'} run that is ${verdict} ends with ${codes.join(', ')}`, () => {
    const report = reportOf({ verdict, isComplete });
    const ends = [
      exitCodeOf(report),
      exitCodeOf(report, { acceptPartial: true }),
      exitCodeOf({ ...report, cleanUpFailures }),
    ];
    assert.deepEqual(ends, codes);
  });

test('an interrupted run does not end with 0', () => {
  const report = reportOf({ verdict: 'no difference', isComplete: false, scope: { isInterrupted: true } });
  assert.equal(exitCodeOf(report, { acceptPartial: true }), 3);
});

test('a waiver excuses a failure', () => {
  const results = [result('read/failing', 'failed'), result('b', 'passed')];
  const applied = applyWaivers(results, [waiver()], specification, today);
  assert.equal(applied[0]!.problem, undefined);
  assert.deepEqual([results[0]!.outcome, results[0]!.waiver], ['waived', waiver()]);
  const given = input(results, { waivers: applied });
  assert.equal(computeVerdict(given), 'conformant');
  assert.equal(verdictSentence('conformant', given), 'Conformant: 1 passed, 1 waived.');
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
    assert.equal(computeVerdict(input(results, { waivers: applied })), 'not conformant');
  });
}

test('ignores a waiver of another dialect', () => {
  const results = [result('read/failing', 'failed')];
  assert.deepEqual(applyWaivers(results, [waiver({ dialect: 'decidim-0.32' })], specification, today), []);
  assert.equal(computeVerdict(input(results)), 'not conformant');
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
