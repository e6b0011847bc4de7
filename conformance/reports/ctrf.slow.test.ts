import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CTRFReport, validate } from 'ctrf';
import { ctrfReport } from './ctrf.ts';
import { wrongRoleReport, correctServerReport, wrongServerReport } from '../../test/support/sample-reports.ts';

const waivers = [{ case: 'answer/role-other', reason: 'known', expires: '2026-12-31' }];

test('fits the published schema of CTRF', async () => {
  for (const report of [await correctServerReport(), await wrongServerReport(), await wrongRoleReport(waivers)]) {
    const { valid, errors } = validate(JSON.parse(ctrfReport(report)) as CTRFReport);
    assert.ok(valid, JSON.stringify(errors));
  }
});

test('contains the counts of the report and the details of a failure', async () => {
  const report = await wrongRoleReport(waivers);
  report.results[0]!.outcome = 'could not run';
  report.results[1]!.outcome = 'not sent';
  report.outage = 'The target stopped responding at step 1 of a/b.';
  const { results } = JSON.parse(ctrfReport(report)) as CTRFReport;
  const { summary, tests } = results;
  assert.equal(summary.tests, report.results.length + 1);
  const { passed, failed: failures, skipped, pending, other } = summary;
  assert.equal(passed + failures + skipped + pending + other, summary.tests);
  assert.deepEqual([other, pending], [1, 1]);
  assert.equal(tests.at(-1)!.message, report.outage);
  assert.equal(summary.stop - summary.start, Math.round(report.seconds * 1000));
  const waived = tests.find(({ testId }) => testId === 'answer/role-other')!;
  assert.deepEqual([waived.status, waived.message], ['skipped', 'waived until 2026-12-31: known']);
  const failed = tests.find(({ testId }) => testId === 'create-result/role-other')!;
  assert.deepEqual(failed.suite, ['AccountabilityMutation.createResult']);
  assert.deepEqual(failed.tags, ['MUST', 'refusal.role', 'auth.results', 'refusal.field']);
  assert.match(failed.trace ?? '', /data\.component\.createResult: .* instead of null/);
  assert.match(String(failed.extra?.['curl']), /\$PLENUM_OTHER_TOKEN/);
});

test('skips a failure that the baseline knows', async () => {
  const report = await wrongRoleReport();
  for (const result of report.results) if (result.outcome === 'failed') result.isKnown = true;
  const { results } = JSON.parse(ctrfReport(report)) as CTRFReport;
  assert.equal(results.summary.failed, 0);
  const known = results.tests.find(({ testId }) => testId === 'answer/role-other')!;
  assert.deepEqual([known.status, known.rawStatus, known.message], ['skipped', 'failed', 'known from the baseline']);
});

test('contains an invalid waiver as a failed test', async () => {
  const report = await wrongRoleReport([{ case: 'answer/accepted', reason: 'known', expires: '2026-12-31' }]);
  const { results } = JSON.parse(ctrfReport(report)) as CTRFReport;
  const waiverTest = results.tests.find(({ name }) => name === 'waiver of answer/accepted')!;
  assert.equal(waiverTest.status, 'failed');
  assert.match(waiverTest.message ?? '', /passes/);
});
